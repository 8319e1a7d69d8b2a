# Which sentences lead from the stapler to the folder, and by which steps?
theory: exact, objects: points, relations: complete, quantities: specified
The stapler is right of the tape. The eraser is above the tape. The notebook is left of the eraser.
The notebook is above the folder.
? Where is the stapler relative to the folder?
