# Free text: the grammar reads the first sentence, a model puts the others into plain words.
The kettle is to the left of the stove. The toaster has been banished to the left of the kettle. Nobody had slept a wink that night.
Sadly, the jar sits, chipped and dusty, to the right of the stove.

? Is the toaster left of the jar?
