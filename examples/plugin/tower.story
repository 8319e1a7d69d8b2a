theory: tower, floors: 4
The baker lives two floors above the tailor.
The smith lives directly below the baker.
The cook does not live on floor 1.
? On which floor does the baker live?
? Does the smith live above the tailor?
? Where does the cook live relative to the tailor?
