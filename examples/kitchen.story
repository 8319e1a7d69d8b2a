# What is where in a kitchen. Two of the questions have one answer, one has several.
theory: exact, objects: points, relations: incomplete

The kettle is to the left of the stove. The mug is below the kettle.
The stove and the sink are side by side with the sink on the right.
The lamp hangs above the sink and to the right of it.

? Where is the kettle relative to the lamp?
? Is the mug above the kettle?
? Where is the mug relative to the sink?
