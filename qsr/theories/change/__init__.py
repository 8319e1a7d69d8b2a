"""The theory `change`: things and people that go, are taken, carried, given, put down and moved, in the order of telling."""
