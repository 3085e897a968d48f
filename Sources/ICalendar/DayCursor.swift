/// A day with its place in month and year, which moves forward day by day.
struct DayCursor {
    private(set) var number: Int
    private(set) var month: Int
    private(set) var day: Int
    private(set) var dayOfYear: Int
    private(set) var weekday: Int
    private(set) var monthLength: Int
    private(set) var yearLength: Int
    private var year: Int

    init(_ number: Int) {
        let date = CivilDate(number: number)
        self.number = number
        (year, month, day) = date.parts
        dayOfYear = number - CivilDate.number(year, 1, 1) + 1
        weekday = date.weekday.rawValue
        monthLength = CivilDate.length(ofMonth: month, year)
        yearLength = CivilDate.isLeap(year) ? 366 : 365
    }

    var daysLeftInMonth: Int { monthLength - day }

    /// Moves on by some days, not past the first day of the next month.
    mutating func advance(by days: Int = 1) {
        number += days
        day += days
        dayOfYear += days
        weekday = (weekday + days) % 7
        if day > monthLength { startMonth() }
    }

    private mutating func startMonth() {
        day = 1
        month += 1
        if month > 12 {
            (month, dayOfYear) = (1, 1)
            year += 1
            yearLength = CivilDate.isLeap(year) ? 366 : 365
        }
        monthLength = CivilDate.length(ofMonth: month, year)
    }
}
