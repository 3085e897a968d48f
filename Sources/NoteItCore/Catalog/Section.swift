/// A section of a course. Students enroll in sections.
public struct Section: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
    /// Term and registration number: `202530.2359`.
    public typealias ID = CatalogID<Section>

    public var id: ID
    public var crn, code: String
    /// `LEC`, `LAB`, ... as the registrar writes it.
    public var kind: String
    public var instructors: [String]
    public var meetings: [Meeting]
    @Nullable public var capacity: Int?
    /// The number of enrolled students, by the registrar's count.
    @Nullable public var enrolled: Int?
    /// The components of a primary section. A student takes exactly one section of each.
    public var components: [Component]
    /// The credits that a student gets for it; nil if the registrar does not say.
    @Nullable public var credits: Credits? = nil
    /// The campus; nil if the registrar does not say.
    @Nullable public var campus: String? = nil
    /// `In Person`, `Online`, ... as the registrar writes it.
    @Nullable public var delivery: String? = nil

    /// Sections of one kind that belong to a primary section.
    public struct Component: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public var kind: String
        public var sections: [Section.ID]
    }
}

extension Section {
    /// `LEC D100`, or the code alone where the registrar gives no kind.
    public var label: String { label(of: nil) }

    /// The section's label with the kind of one of its meetings.
    public func label(of meeting: Meeting?) -> String {
        [meeting?.kind ?? kind, code].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// When and where a section meets every week.
public struct Meeting: Codable, Equatable, Sendable, Memberwise, JSONObject {
    /// Letters of `MTWRFSU`, in that order.
    public var days: String
    public var start, end: WallTime
    /// The first and last day on which it meets; nil if the registrar does not say.
    @Nullable public var startsOn: Day?
    @Nullable public var endsOn: Day?
    /// Campus, building and room, as far as known; may be empty.
    public var place: String
    /// `LAB` of a section whose kind is `LEC`; nil where it is the kind of the section.
    public var kind: String? = nil

    /// Whether both meet at the same time on some date. A meeting without dates meets in all weeks.
    public func clashes(with other: Meeting) -> Bool {
        let shared = days.filter(other.days.contains)
        guard !shared.isEmpty, start < other.end, other.start < end else { return false }
        guard let from = [startsOn, other.startsOn].compactMap({ $0 }).max(),
            let to = [endsOn, other.endsOn].compactMap({ $0 }).min()
        else { return true }
        return (0..<7).map { from.adding(days: $0) }.contains { $0 <= to && shared.contains($0.letter) }
    }
}

/// A time of day on the wall clock of the term's time zone, `14:30`; `24:00` ends a day.
public struct WallTime: Hashable, Comparable {
    /// Minutes since midnight, 0 to 1440.
    public let minute: Int

    public init?(minute: Int) {
        guard (0...1440).contains(minute) else { return nil }
        self.minute = minute
    }

    /// The time of a text in the form `14:30`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2], let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0...24).contains(hour), (0...59).contains(minute)
        else { return nil }
        self.init(minute: hour * 60 + minute)
    }

    public var description: String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
    }

    public static func < (left: WallTime, right: WallTime) -> Bool { left.minute < right.minute }
}

extension WallTime: TextCoded, JSONWritable {
    public static let form = "a time of day such as 14:30"
}
