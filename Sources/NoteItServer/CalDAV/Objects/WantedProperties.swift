import NoteItCore

/// What a report wants to know of each object.
struct WantedProperties: Sendable {
    let calendar: CalendarCollection
    let properties: DAVProperties
    private let requested: DAVRequested
    /// The wanted part of `calendar-data`; nil: it is not wanted.
    let selection: CalendarSelection?

    var account: Account.ID { properties.caller.id }

    /// Throws `DAVFailure`.
    init(_ report: DAVElement, of calendar: CalendarCollection, _ properties: DAVProperties) throws {
        (self.calendar, self.properties) = (calendar, properties)
        requested = DAVRequested(in: report) ?? .these([])
        selection = try report[.dav("prop")]?.children.first { $0.name == .caldav("calendar-data") }.map {
            try CalendarSelection($0)
        }
    }

    /// The responses of an answer. Throws `DAVFailure` if they are too long together.
    func responses(_ objects: [SelectedObject]) async throws -> [DAVResponse] {
        try require(fits: objects.count)
        var responses: [DAVResponse] = []
        for (number, object) in objects.enumerated() {
            responses.append(response(object))
            // Other requests take their turns.
            if number % 100 == 99 { await Task.yield() }
        }
        return responses
    }

    /// Throws `DAVFailure` if the properties of so many objects are too long.
    func require(fits objects: Int) throws(DAVFailure) { try requested.require(fits: objects) }

    private func response(_ object: SelectedObject) -> DAVResponse {
        response(object, href: href(of: object.served.object.name))
    }

    func response(_ object: SelectedObject, href: String) -> DAVResponse {
        properties.response(
            for: .object(object.served, in: calendar, of: account), href: href, requested: requested, data: object.data)
    }

    /// The path of the calendar.
    var href: String { DAVPath.calendar(calendar.id, of: "\(account)").href }

    func href(of name: String) -> String { DAVPath.object(name, in: calendar.id, of: "\(account)").href }

    /// The name of an object of the calendar; nil for any other path.
    func name(at href: String) -> String? {
        guard case .object(let name, let id, let owner)? = DAVPath(href: href), id == calendar.id, Account.ID(owner) == account
        else { return nil }
        return name
    }
}

/// An object, and its `calendar-data` as it was asked for; nil if it was not.
struct SelectedObject: Sendable {
    var served: ServedObject
    var data: [UInt8]?
}
