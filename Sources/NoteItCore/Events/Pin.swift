extension Event {
    public var isPinned: Bool { pinned ?? false }

    /// The most pinned events of a course.
    public static let mostPinned = 10
}

public protocol PinStore: Sendable {
    /// Pins an event, or takes the pin back. `rev` and `activity` stay. Throws `.notFound`, `.forbidden` for anyone but the staff
    /// in charge, `.conflict` if the course has too many pinned events.
    func pin(_ event: Event.ID, _ pinned: Bool, by account: Account.ID) async throws -> Event
}
