/// The layout of a week's time in bits. Each day with a meeting has the same number of words, from the earliest to the latest
/// slot. One bit is the largest multiple of five minutes that divides all times.
struct TimetableGrid {
    let days: [Int]
    let wordsPerDay: Int
    /// Minutes of one bit.
    let unit: Int
    private let firstSlot: Int

    init(_ patterns: [[PlanMeeting]]) {
        var (used, first, last) = (PlanDays(), 288, 0)
        let slots = patterns.flatMap { $0 }.filter { !$0.slots.isEmpty }
        for meeting in slots {
            used.formUnion(meeting.days)
            first = min(first, meeting.slots.lowerBound)
            last = max(last, meeting.slots.upperBound)
        }
        var step = 0
        for meeting in slots {
            step = Self.commonDivisor(step, meeting.slots.lowerBound - first)
            step = Self.commonDivisor(step, meeting.slots.upperBound - first)
        }
        days = used.numbers
        unit = 5 * max(1, step)
        wordsPerDay = max(1, ((last - first) / max(1, step) + 63) / 64)
        firstSlot = first
    }

    var words: Int { max(1, days.count * wordsPerDay) }

    /// The bits of a range of slots in a day.
    func bits(_ slots: Range<Int>) -> Range<Int> {
        (slots.lowerBound - firstSlot) * 5 / unit..<(slots.upperBound - firstSlot) * 5 / unit
    }

    private static func commonDivisor(_ left: Int, _ right: Int) -> Int {
        right == 0 ? left : commonDivisor(right, left % right)
    }
}

/// Sets a range of bits of `words`, counted from the word `word`.
func fill(_ bits: Range<Int>, in words: inout [UInt64], from word: Int) {
    for bit in bits { words[word + bit >> 6] |= 1 << UInt64(bit & 63) }
}

/// Groups the dates of each weekday that have the same classes into columns.
///
/// Sets of meetings with the same time in every column of every weekday clash with the same meetings.
struct DateColumns {
    /// For each weekday and column, the numbers of the date ranges that include it; -1 means meetings in all weeks.
    private let columns: [[Set<Int>]]
    private let ids: [ClosedRange<Int>: Int]

    init(_ patterns: [[PlanMeeting]]) {
        var (ids, used) = ([ClosedRange<Int>: Int](), Array(repeating: Set<ClosedRange<Int>>(), count: 7))
        var allWeeks = PlanDays()
        for meeting in patterns.joined() {
            guard let dates = meeting.dates else {
                allWeeks.formUnion(meeting.days)
                continue
            }
            if ids[dates] == nil { ids[dates] = ids.count }
            for day in 0..<7 where meeting.days.contains(PlanDays(day: day)) { used[day].insert(dates) }
        }
        self.ids = ids
        columns = (0..<7).map { day in
            let always: Set = allWeeks.contains(PlanDays(day: day)) ? [-1] : []
            var found: [Set<Int>] = always.isEmpty ? [] : [always]
            let bounds = Set(used[day].flatMap { [$0.lowerBound, $0.upperBound + 1] }).sorted()
            for (from, to) in zip(bounds, bounds.dropFirst()) where (from...to - 1).hasWeekday(day) {
                let holding = used[day].filter { $0.contains(from) }.compactMap { ids[$0] }
                let column = always.union(holding)
                if !column.isEmpty && !found.contains(column) { found.append(column) }
            }
            return found
        }
    }

    /// The number of columns of all days. The columns of `day` begin at `start(day)`.
    var count: Int { columns.map(\.count).reduce(0, +) }

    func start(_ day: Int) -> Int { columns[..<day].map(\.count).reduce(0, +) }

    /// The columns of a day with the meeting, counted from the day's first.
    func columns(of meeting: PlanMeeting, day: Int) -> [Int] {
        let id = meeting.dates.flatMap { ids[$0] } ?? -1
        return columns[day].indices.filter { columns[day][$0].contains(id) }
    }
}
