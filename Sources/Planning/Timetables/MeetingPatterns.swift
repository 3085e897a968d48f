/// The distinct meeting patterns of a problem's sections, and which of them clash.
///
/// Two meetings clash if they share a weekday, their half-open times overlap, and their dates share that weekday. With `Travel`
/// they also clash if the time between them is shorter than the walk.
struct MeetingPatterns {
    private(set) var meetings: [[PlanMeeting]] = []
    private var ids: [[PlanMeeting]: Int] = [:]
    private(set) var clashes = BitMatrix(rows: 0, columns: 0)

    init(_ courses: [PlanCourse], travel: Travel?) {
        for course in courses {
            for primary in course.primaries {
                register(primary.section)
                for component in primary.components { component.sections.forEach { register($0) } }
            }
        }
        clashes = BitMatrix(rows: meetings.count, columns: meetings.count)
        for left in meetings.indices {
            for right in 0...left where Self.clash(meetings[left], meetings[right], travel) {
                clashes.set(left, right)
                clashes.set(right, left)
            }
        }
    }

    var count: Int { meetings.count }

    /// The pattern of a section; nil for a section without a fixed time.
    func id(_ section: PlanSection) -> Int? { section.meetings.isEmpty ? nil : ids[section.meetings] }

    private mutating func register(_ section: PlanSection) {
        guard !section.meetings.isEmpty, ids[section.meetings] == nil else { return }
        ids[section.meetings] = meetings.count
        meetings.append(section.meetings)
    }

    private static func clash(_ left: [PlanMeeting], _ right: [PlanMeeting], _ travel: Travel?) -> Bool {
        left.contains { a in right.contains { b in clash(a, b, travel) } }
    }

    private static func clash(_ a: PlanMeeting, _ b: PlanMeeting, _ travel: Travel?) -> Bool {
        guard !a.days.isDisjoint(with: b.days) else { return false }
        let (first, second) = a.slots.lowerBound <= b.slots.lowerBound ? (a.slots, b.slots) : (b.slots, a.slots)
        guard !first.isEmpty && !second.isEmpty else { return false }
        let pause = (second.lowerBound - first.upperBound) * 5
        guard pause < (travel?.minutes(a.building, b.building) ?? 0) || pause < 0 else { return false }
        guard let dates = a.dates, let others = b.dates else {
            let (one, shared) = (a.dates ?? b.dates, a.days.intersection(b.days).numbers)
            return one.map { dates in shared.contains(where: dates.hasWeekday) } ?? true
        }
        let (from, to) = (max(dates.lowerBound, others.lowerBound), min(dates.upperBound, others.upperBound))
        return from <= to && a.days.intersection(b.days).numbers.contains(where: (from...to).hasWeekday)
    }
}
