import Foundation

/// A section that somebody watches for seats. What happens to them comes as a `Notification`.
public struct SeatWatch: Codable, Equatable, Sendable {
    public var section: SectionSeats
    public var course: Course.ID
    public var since: Date

    public init(section: SectionSeats, course: Course.ID, since: Date) {
        self.section = section
        self.course = course
        self.since = since
    }

    /// How many sections one person watches.
    public static let most = 50
}

extension SeatWatch: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("section", section)
        json.field("since", since)
    }
}

/// A section's seats as the registrar counted them: what watches and notifications carry.
public struct SectionSeats: Codable, Equatable, Sendable {
    public var id: Section.ID
    /// `D100`
    public var code: String
    @Nullable public var capacity: Int?
    @Nullable public var enrolled: Int?

    public init(id: Section.ID, code: String, capacity: Int?, enrolled: Int?) {
        self.id = id
        self.code = code
        self.capacity = capacity
        self.enrolled = enrolled
    }

    /// Never below 0, though more may be enrolled than there are seats; nil where a count is not known.
    public var free: Int? {
        guard let capacity, let enrolled else { return nil }
        return max(0, capacity - enrolled)
    }

    /// Up to how many free seats are few: a tenth of all, and three in any case.
    public static func few(of capacity: Int) -> Int { max(3, capacity / 10) }

    public var state: SeatState {
        guard let capacity, let free else { return .unknown }
        if free == 0 { return .full }
        return free <= Self.few(of: capacity) ? .few : .open
    }
}

extension SectionSeats: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("capacity", capacity)
        json.field("code", code)
        json.field("enrolled", enrolled)
        json.field("id", id)
    }
}

/// How a section stands with its seats, as far as it makes news.
public enum SeatState: String, Sendable, CaseIterable {
    case unknown, full, few, open

    /// What a watcher is told when `old`, the last that was known, becomes this; nil for what is no news.
    public func news(after old: SeatState) -> Notification.Kind? {
        switch (old, self) {
        case (.full, .few), (.full, .open): .seatOpened
        case (.open, .few): .fewSeatsLeft
        case (.open, .full), (.few, .full): .sectionFull
        default: nil
        }
    }
}
