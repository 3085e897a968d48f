/// Time for the way from one class to the next. Two classes on the same day that leave less time clash.
public struct Travel: Sendable, Equatable {
    /// Minutes between classes in different buildings, or where a building is not known.
    public var fixedBreak: Int
    /// Minutes between two buildings, where known; either order.
    public var known: [Set<String>: Int]

    public init(fixedBreak: Int, known: [Set<String>: Int] = [:]) {
        self.fixedBreak = fixedBreak
        self.known = known
    }

    func minutes(_ from: String, _ to: String) -> Int {
        if !from.isEmpty && from == to { return 0 }
        return known[[from, to]] ?? fixedBreak
    }

    /// Minutes on the way from each class of a weekday to the next, over the union of the week's meetings. Meetings in the
    /// same slots of the same building, on other dates, are one.
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
