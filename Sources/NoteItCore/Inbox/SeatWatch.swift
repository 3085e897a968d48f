import Foundation

/// A section whose seats a person watches. A change of its seats sends them a `Notification`.
public struct SeatWatch: Codable, Equatable, Sendable {
    public var section: SectionSeats
    public var course: Course.ID
    public var since: Date

    public init(section: SectionSeats, course: Course.ID, since: Date) {
        self.section = section
        self.course = course
        self.since = since
    }

    /// The most sections that one person may watch.
    public static let most = 50
}

extension SeatWatch: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("section", section)
        json.field("since", since)
    }
}

/// A section's seats as the registrar counted them, for watches and notifications.
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

    /// At least 0, even if more people are enrolled than there are seats; nil if a count is unknown.
    public var free: Int? {
        guard let capacity, let enrolled else { return nil }
        return max(0, capacity - enrolled)
    }

    /// The largest number of free seats that counts as few: a tenth of all, and at least three.
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

/// The states of a section's seats that notifications tell apart.
public enum SeatState: String, Sendable, CaseIterable {
    case unknown, full, few, open

    /// The notification for the change from `old`, the last known state, to this one; nil if a watcher need not know.
    public func news(after old: SeatState) -> Notification.Kind? {
        switch (old, self) {
        case (.full, .few), (.full, .open): .seatOpened
        case (.open, .few): .fewSeatsLeft
        case (.open, .full), (.few, .full): .sectionFull
        default: nil
        }
    }
}
