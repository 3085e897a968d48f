import ArgumentParser

/// `noteit schedule explain`.
struct ScheduleExplain: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "explain", abstract: "Explain how timetables are ranked.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() throws {
        let weights = TimetableWishOptions.usualWeights
        session.console.raw(
            """
            The cost of a timetable, a whole number; lower is better:

                \(weights.gap) gap          for each idle minute between the first and the last class of a day
              + \(weights.day) day        for each day with a class
              + \(weights.untimed) untimed  for each section without a fixed time
              + \(weights.full) full     for each section without a free seat
              + \(weights.campus) campus   for each campus beyond the first
              + \(weights.preferred) preferred    for each class minute outside your preferred hours (--prefer)
              + \(weights.busy) busy         for each class minute in a time better without classes (--maybe-busy)
              + \(weights.dayAvoided) day-avoided  for each day with a class that is better without (--avoid)
              +  \(weights.walking) walking      for each minute from one class to the next (--way, else --break)
              +  \(weights.rating) rating       for 10 x credits x (500 - 100 x rating) of each course
              +  \(weights.grade) grade        for 10 x credits x (400 - 100 x grade average) of each course

            The numbers are weights; set them with --weight gap=10. Ratings go up to 5, grade averages up to 4. An unknown one
            counts as the median of those known in the term, or 3.00 if none is, and the answer names its course. Both are those
            of the primary section, such as the lecture. Of credits such as 1-6 the first number counts.

            Two classes clash if their times overlap (in steps of five minutes) on a date that both have. With --break or --way
            they also clash if the time between them is too short. Sections without a fixed time never clash. Timetables of
            equal cost are ordered by CRN, course by course. Timetables with the same times are listed once, with the other
            choices below.

            The count and the ranking are exact, and the same each time. A search stops early only after 30 seconds, or with
            --budget. Then it says so, and gives the least cost that a timetable left out can have.

            """)
    }
}
