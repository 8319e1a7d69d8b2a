"""RoomSpace: files, facts, labels and answers."""
