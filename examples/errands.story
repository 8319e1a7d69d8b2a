# Who has the key, and where is it? What is held goes where its holder goes.
The key is in the drawer. Nora took the key. Then Nora went to the station. Emil is either in the shop or in the garage.
Nora gave the key to Emil. After that Emil went to the library.

? Where is the key?
? Is Nora in the library?
? Where was the key before the library?
? How many things does Emil have?
