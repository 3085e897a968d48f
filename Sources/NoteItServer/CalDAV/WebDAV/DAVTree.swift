import NoteItCore

/// The resources of a person at one moment. Everything else is as if it were not there.
struct DAVTree: Sendable {
    let caller: Account
    let calendars: [CalendarCollection]
    let state: CalendarState
    private let service: CalendarService

    /// - Parameter withProperties: of calendars.
    init(of caller: Account, withProperties: Bool, service: CalendarService) async throws {
        (calendars, state) = try await service.calendars(of: caller.id, withProperties: withProperties)
        (self.caller, self.service) = (caller, service)
    }

    /// A tree with one calendar alone, for a request that concerns no other.
    init(of opened: OpenedCalendar, service: CalendarService) {
        (caller, state, self.service) = (opened.account, opened.state, service)
        calendars = opened.calendar.map { [$0] } ?? []
    }

    var properties: DAVProperties { DAVProperties(caller: caller, state: state) }

    /// Throws `.notFound`.
    func resource(at path: DAVPath) async throws -> DAVResource {
        switch path {
        case .root: return .root
        case .principals: return .principals
        case .homes: return .homes
        case .principal(let account):
            try requireOwn(account)
            return .principal(caller.id)
        case .home(let account):
            try requireOwn(account)
            return .home(caller.id)
        case .calendar(let id, let account): return .calendar(try calendar(id, of: account), of: caller.id)
        case .object(let name, let id, let account):
            let calendar = try calendar(id, of: account)
            let (objects, _) = try await service.objects(inCalendar: calendar.id, matching: .names([name]), of: caller.id)
            guard let served = objects.first else { throw DomainError.notFound("object \(name.prefix(100)) in this calendar") }
            return .object(served, in: calendar, of: caller.id)
        case .nowhere: throw DomainError.notFound("resource at this path")
        }
    }

    /// What a collection contains. Throws `.notFound` for a calendar that was removed meanwhile.
    func members(of resource: DAVResource) async throws -> [DAVResource] {
        switch resource {
        case .root: return [.principals, .homes]
        case .principals: return [.principal(caller.id)]
        case .homes: return [.home(caller.id)]
        case .home: return calendars.map { .calendar($0, of: caller.id) }
        case .calendar(let calendar, _):
            let (objects, _) = try await service.objects(inCalendar: calendar.id, matching: .all, of: caller.id)
            return objects.map { .object($0, in: calendar, of: caller.id) }
        case .principal, .object: return []
        }
    }

    /// Throws `.notFound`.
    func calendar(_ id: String, of account: String) throws -> CalendarCollection {
        try requireOwn(account)
        guard let calendar = calendars.first(where: { $0.id == id }) else {
            throw DomainError.notFound("calendar \(id.prefix(100))")
        }
        return calendar
    }

    func isOwn(_ account: String) -> Bool { Account.ID(account) == caller.id }

    private func requireOwn(_ account: String) throws {
        guard isOwn(account) else { throw DomainError.notFound("person \(account.prefix(64))") }
    }
}
