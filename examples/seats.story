theory: seating
# Six people around a table: their order follows, the way it is turned does not, and nobody asks for it.
Anna, Ben, Cleo, Dan, Eve and Finn sit around a round table, all facing the centre.
Anna sits second to the left of Ben. Cleo is opposite Anna.
Dan sits next to Cleo, and Eve does not sit next to Ben.

? Who sits opposite Ben?
? Who sits next to Anna?
? Is Eve next to Dan?
? () sits two places clockwise from Dan. A) Anna B) Ben C) Finn D) None of the above
