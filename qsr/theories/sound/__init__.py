"""Directions on bounding boxes, RCC8 between regions, near and far: one theory whose answers hold in every model."""
