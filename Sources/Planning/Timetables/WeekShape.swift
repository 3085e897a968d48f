/// The time that the meetings of one choice take in the week.
struct WeekShape {
    /// The times of the choice in bits of the grid, for all dates together.
    let week: [UInt64]
    /// The times of the choice in bits of the grid, for each date column. Shapes with equal words clash with the same shapes.
    let dated: [UInt64]
    let minutesOutsidePreferred: Int
    /// Cost of the class minutes in soft busy times.
    let softCost: Int
}

/// Makes shapes from sets of meeting patterns. It computes the bits of each pattern once.
struct ShapeMaker {
    private let grid: TimetableGrid
    private let columns: DateColumns
    private let preferences: TimetablePreferences
    private let preferredSlots: [Bool]
    private let masks: [(week: [UInt64], dated: [UInt64], slots: [(day: Int, slots: Range<Int>)])]

    init(_ patterns: [[PlanMeeting]], grid: TimetableGrid, preferences: TimetablePreferences) {
        let columns = DateColumns(patterns)
        (self.grid, self.columns, self.preferences) = (grid, columns, preferences)
        preferredSlots = (0..<288).map { slot in
            preferences.preferred.isEmpty
                || preferences.preferred.contains { ($0.lowerBound / 5..<($0.upperBound + 4) / 5).contains(slot) }
        }
        masks = patterns.map { meetings in
            var week = Array(repeating: UInt64(0), count: grid.words)
            var dated = Array(repeating: UInt64(0), count: max(1, columns.count) * grid.wordsPerDay)
            var slots: [(day: Int, slots: Range<Int>)] = []
            for meeting in meetings where !meeting.slots.isEmpty {
                let bits = grid.bits(meeting.slots)
                for (place, day) in grid.days.enumerated() where meeting.days.contains(PlanDays(day: day)) {
                    fill(bits, in: &week, from: place * grid.wordsPerDay)
                    slots.append((day, meeting.slots))
                    for column in columns.columns(of: meeting, day: day) {
                        fill(bits, in: &dated, from: (columns.start(day) + column) * grid.wordsPerDay)
                    }
                }
            }
            return (week, dated, slots)
        }
    }

    /// The shape of the union of `patterns`. Minutes that two of them share on different dates count once.
    func shape(of patterns: [Int]) -> WeekShape {
        var week = Array(repeating: UInt64(0), count: grid.words)
        var dated = Array(repeating: UInt64(0), count: max(1, columns.count) * grid.wordsPerDay)
        for pattern in patterns {
            for word in week.indices { week[word] |= masks[pattern].week[word] }
            for word in dated.indices { dated[word] |= masks[pattern].dated[word] }
        }
        guard !preferences.preferred.isEmpty || !preferences.softBusy.isEmpty else {
            return WeekShape(week: week, dated: dated, minutesOutsidePreferred: 0, softCost: 0)
        }
        var (outside, soft) = (0, 0)
        for (day, slot) in slots(of: patterns) {
            if !preferredSlots[slot] { outside += 5 }
            for busy in preferences.softBusy where busy.days.contains(PlanDays(day: day)) {
                if (busy.minutes.lowerBound / 5..<(busy.minutes.upperBound + 4) / 5).contains(slot) {
                    soft += 5 * preferences.weights.busy
                }
            }
        }
        return WeekShape(week: week, dated: dated, minutesOutsidePreferred: outside, softCost: soft)
    }

    /// The slots of the patterns, each once.
    private func slots(of patterns: [Int]) -> [(day: Int, slot: Int)] {
        let pieces = patterns.flatMap { masks[$0].slots }.sorted {
            ($0.day, $0.slots.lowerBound) < ($1.day, $1.slots.lowerBound)
        }
        var found: [(day: Int, slot: Int)] = []
        for piece in pieces {
            let covered = found.last.flatMap { $0.day == piece.day ? $0.slot + 1 : nil } ?? 0
            for slot in max(piece.slots.lowerBound, covered)..<max(piece.slots.upperBound, covered) {
                found.append((piece.day, slot))
            }
        }
        return found
    }
}
