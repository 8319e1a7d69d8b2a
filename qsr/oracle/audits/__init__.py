"""Labels against their own texts."""
