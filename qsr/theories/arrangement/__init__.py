"""The theory `arrangement`: things in one or more named linear orders, under any formulas."""
