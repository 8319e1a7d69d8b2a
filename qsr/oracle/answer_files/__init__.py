"""Files of somebody's answers."""
