import Foundation

/// A section whose seats a person watches. A change of its seats sends them a `InboxNotification`.
public struct SeatWatch: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public var section: SectionSeats
    public var course: Course.ID
    public var since: Date

    /// The most sections that one person may watch.
    public static let most = 50
}

/// A section's seats as the registrar counted them, for watches and notifications.
public struct SectionSeats: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public var id: Section.ID
    /// `D100`
    public var code: String
    @Nullable public var capacity: Int?
    @Nullable public var enrolled: Int?

    /// The free seats, 0 if more people are enrolled than there are seats; nil if a count is unknown.
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

/// The states of a section's seats that notifications tell apart.
public enum SeatState: String, Sendable, CaseIterable {
    case unknown, full, few, open

    /// The notification for the change from `old`, the last known state, to this one; nil if a watcher need not know.
    public func news(after old: SeatState) -> InboxNotification.Kind? {
        switch (old, self) {
        case (.full, .few), (.full, .open): .seatOpened
        case (.open, .few): .fewSeatsLeft
        case (.open, .full), (.few, .full): .sectionFull
        default: nil
        }
    }
}
