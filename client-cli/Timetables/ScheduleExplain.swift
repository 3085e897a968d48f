import ArgumentParser

/// `noteit schedule explain`.
struct ScheduleExplain: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "explain", abstract: "Say how timetables are ranked.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() throws {
        session.console.raw(
            """
            The cost of a timetable, a whole number; lower is better:

                50 gap          for each idle minute between the first and the last class of a day
              +  0 day          for each day with a class
              + 10 preferred    for each class minute outside of the hours that you prefer (--prefer)
              + 50 busy         for each class minute in a time that had better stay free (--maybe-busy)
              + 5000 day-avoided  for each day with a class that had better have none (--avoid)
              +  0 walking      for each minute from one class to the next (--way, else --break)
              +  1 rating       for 10 x credits x (500 - 100 x rating) of each course
              +  1 grade        for 10 x credits x (400 - 100 x grade average) of each course

            The numbers are weights; set them with --weight gap=10. Ratings go to 5, grade averages to 4; where one is not
            known, 3.00 is counted, and the answer names the courses. They are those of the primary section, such as the
            lecture; of credits such as 1-6 the first counts.

            Two classes clash if they share a weekday, their times overlap (in steps of five minutes), and their dates meet
            on that weekday; with --break or --way also if less time lies between them. Sections without a fixed time clash
            with nothing. Of equal costs the lower CRNs come first, in the order of your courses. Sections of a course with
            the same times are one timetable, the others are named beside it.

            The count is exact and the best are the best, the same each time. A search ends early only after 30 seconds, or
            with --budget, and then says so, and what no timetable that was left out goes below.

            """)
    }
}
