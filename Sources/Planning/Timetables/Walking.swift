import NoteItCore

/// Walking times between classes. Two classes of a day clash if the time between them is shorter.
public struct Travel: Sendable, Equatable, Memberwise {
    /// Minutes between classes in different buildings, or if a building is unknown.
    public var fixedBreak: Int
    /// Minutes between two buildings, in either direction.
    public var known: [Set<String>: Int] = [:]
    /// Names that stand for more than a building, such as a campus: two classes there may be in different buildings.
    public var vague: Set<String> = []

    /// Minutes from one building to another; empty names are unknown ones.
    public func minutes(_ from: String, _ to: String) -> Int {
        if !from.isEmpty && from == to && !vague.contains(from) { return 0 }
        return known[[from, to]] ?? fixedBreak
    }

    /// The sum of walking minutes from each class of a weekday to the next, over the union of the week's meetings. Meetings in
    /// the same slots and building, on other dates, count as one.
    func minutes(over meetings: [PlanMeeting]) -> Int {
        (0..<7).reduce(0) { sum, day in
            var stops: [Stop] = []
            for meeting in meetings where meeting.days.contains(PlanDays(day: day)) && !meeting.slots.isEmpty {
                let stop = Stop(start: meeting.slots.lowerBound, end: meeting.slots.upperBound, building: meeting.building)
                if !stops.contains(stop) { stops.append(stop) }
            }
            stops.sort { ($0.start, $0.end, $0.building) < ($1.start, $1.end, $1.building) }
            return sum + zip(stops, stops.dropFirst()).reduce(0) { $0 + minutes($1.0.building, $1.1.building) }
        }
    }

    private struct Stop: Equatable {
        let start, end: Int
        let building: String
    }
}
