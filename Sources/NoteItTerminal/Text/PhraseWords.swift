import NoteItCore

/// The words of a phrase about time, parsed from the front.
struct PhraseWords {
    private var words: ArraySlice<String>

    init(_ text: String) {
        let spaced = text.lowercased().replacing(/(\d{4}-\d{2}-\d{2})t(\d)/) { "\($0.output.1) \($0.output.2)" }
        words = spaced.split { $0.isWhitespace || $0 == "," }.map(String.init)[...]
    }

    var isEmpty: Bool { words.isEmpty }

    /// Takes a span from now in hours or minutes: `in 2 hours`, `in an hour`, `90m`, `now`. In seconds.
    mutating func takeMoment() -> Double? {
        if words.first == "now" {
            words.removeFirst()
            return 0
        }
        return take(span: ["h": 3600, "hour": 3600, "hours": 3600, "m": 60, "min": 60, "minute": 60, "minutes": 60, "mins": 60])
            .map(Double.init)
    }

    /// Takes a day: a name, a span of days or weeks, or a date.
    mutating func takeDay() -> DayPhrase? {
        if let days = take(span: ["d": 1, "day": 1, "days": 1, "w": 7, "week": 7, "weeks": 7]) { return .offset(days) }
        if words.first == "on" { words.removeFirst() }
        guard let first = words.first else { return nil }
        if let day = Day(first) ?? Day(first.replacing("/", with: "-")) { return taking(1, .fixed(day)) }
        if let days = Self.offsets[first] { return taking(1, .offset(days)) }
        if let weekday = Self.weekday(first) { return taking(1, .weekday(weekday)) }
        if let second = words.dropFirst().first, first == "next" || first == "this" {
            if let weekday = Self.weekday(second) {
                return taking(2, first == "next" ? .weekdayOfNextWeek(weekday) : .weekday(weekday))
            }
            if first == "next", second == "week" { return taking(2, .offset(7)) }
        }
        return takeDate()
    }

    /// Takes a time of day: `17:00`, `5pm`, `5:30 pm`, `at 17`, `noon`, `midnight` (the day's last minute).
    mutating func takeClock() -> WallTime? {
        let isMarked = words.first == "at" || words.first == "@"
        let rest = isMarked ? words.dropFirst() : words
        guard let first = rest.first else { return nil }
        let marks = isMarked ? 1 : 0
        if let minute = Self.clockNames[first] { return taking(marks + 1, WallTime(minute: minute)) }
        if let second = rest.dropFirst().first, ["am", "pm"].contains(second), let time = Self.clock(first + second) {
            return taking(marks + 2, time)
        }
        guard let time = Self.clock(first) ?? (isMarked ? Self.clock(first + ":00") : nil) else { return nil }
        return taking(marks + 1, time)
    }

    private mutating func taking<Value>(_ count: Int, _ value: Value) -> Value {
        words = words.dropFirst(count)
        return value
    }

    /// `in 3 days`, `in a week`, `3 days`, `+3d`: the number times its unit's worth.
    private mutating func take(span units: [String: Int]) -> Int? {
        let rest = words.first == "in" ? words.dropFirst() : words
        let leading = words.count - rest.count
        guard let first = rest.first else { return nil }
        if let match = first.wholeMatch(of: /\+?(\d{1,4})([a-z]+)/), let worth = units[String(match.output.2)],
            let count = Int(match.output.1)
        {
            return taking(leading + 1, count * worth)
        }
        guard let unit = rest.dropFirst().first, let worth = units[unit], unit.count > 1 else { return nil }
        if leading == 1, first == "a" || first == "an" { return taking(leading + 2, worth) }
        guard first.count <= 4, let count = Int(first), count >= 0 else { return nil }
        return taking(leading + 2, count * worth)
    }

    /// `dec 1`, `1 december`, each with or without a year.
    private mutating func takeDate() -> DayPhrase? {
        guard let first = words.first, let second = words.dropFirst().first else { return nil }
        guard let month = Self.month(first) ?? Self.month(second),
            let day = Self.ordinal(Self.month(first) == nil ? first : second)
        else { return nil }
        if let third = words.dropFirst(2).first, third.wholeMatch(of: /\d{4}/) != nil {
            let (mm, dd) = (month < 10 ? "0\(month)" : "\(month)", day < 10 ? "0\(day)" : "\(day)")
            return Day("\(third)-\(mm)-\(dd)").map { taking(3, .fixed($0)) }
        }
        return taking(2, .date(month: month, day: day))
    }

    private static func clock(_ word: String) -> WallTime? {
        guard let match = word.wholeMatch(of: /(\d{1,2})(?::(\d{2}))?(am|pm)?/), let hour = Int(match.output.1) else {
            return nil
        }
        let minute = match.output.2.flatMap { Int($0) } ?? 0
        guard minute < 60 else { return nil }
        guard let half = match.output.3 else {
            return match.output.2 == nil || hour > 23 ? nil : WallTime(minute: hour * 60 + minute)
        }
        guard (1...12).contains(hour) else { return nil }
        return WallTime(minute: (hour % 12 + (half == "pm" ? 12 : 0)) * 60 + minute)
    }

    private static func weekday(_ word: String) -> Int? {
        guard word.count >= 3 else { return nil }
        let other = ["tues": 1, "weds": 2, "thur": 3, "thurs": 3]
        return other[word] ?? CalendarNames.weekdays.firstIndex { $0.lowercased() == word || $0.lowercased().prefix(3) == word }
    }

    static func month(_ word: String) -> Int? {
        if word == "sept" { return 9 }
        return CalendarNames.months.firstIndex { $0.lowercased() == word || $0.lowercased().prefix(3) == word }.map { $0 + 1 }
    }

    private static func ordinal(_ word: String) -> Int? {
        guard let match = word.wholeMatch(of: /(\d{1,2})(?:st|nd|rd|th)?/), let day = Int(match.output.1) else { return nil }
        return (1...31).contains(day) ? day : nil
    }

    private static let offsets = ["today": 0, "tonight": 0, "tomorrow": 1, "tmr": 1, "tom": 1, "yesterday": -1]
    private static let clockNames = ["noon": 720, "midnight": 1439, "eod": 1439]
}

/// The English names of weekdays and months.
enum CalendarNames {
    static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
