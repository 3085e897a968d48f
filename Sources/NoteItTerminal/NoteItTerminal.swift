// What the command line shows and asks, without a server and without a database: values go in, `Styled` lines and answers come out.
// A page of a noun is in the folder of the noun; it has lines for people, and tab-separated lines for programs. `Text` lays out and
// paints, `Phrases` reads times and weeks that people type, `Console` is the terminal line by line, and `Screen` is the whole screen:
// keys and changes go into `ClassView`, frames and requests come out.
