import HTTPTypes
import Hummingbird
import NoteItCore

/// Making and removing of calendars.
extension DAVRoutes {
    /// MKCALENDAR (RFC 4791, section 5.3.1) and MKCOL (RFC 5689). A home contains calendars alone, so MKCOL makes one as well.
    func make(_ path: DAVPath, _ request: Request, _ context: AppContext) async throws -> Response {
        let isCalendar = request.method == .mkcalendar
        let body = try await DAVBody.xml(of: request, context)
        if let body, body.name != (isCalendar ? .caldav("mkcalendar") : .dav("mkcol")) {
            throw DAVFailure(
                .unsupportedMediaType, nil, "The body must be a \(isCalendar ? "CALDAV:mkcalendar" : "DAV:mkcol").")
        }
        let tree = try await readTree(withProperties: false, context)
        let id = try await location(path, tree)
        let update = try body.map { try PropertyUpdate($0) } ?? PropertyUpdate()
        try Self.requireCalendar(update)
        let refused = update.refusalsOfNew()
        guard refused.isEmpty else {
            var response = DAVResponse(href: path.href)
            response.refused = refused
            let root: DAVName = isCalendar ? .caldav("mkcalendar-response") : .dav("mkcol-response")
            return DAVXML.response(.forbidden, DAVElement(root, response.propertyStatuses(minimal: false)))
        }
        let kept = update.afterMaking
        var name: String?
        if case .set(let text) = kept.displayName { name = text }
        do {
            try await store.makeCalendar(
                id, components: update.components, displayName: name, properties: kept.properties.compactMapValues(\.self),
                by: tree.caller.id)
        } catch DomainError.conflict(CalendarCollection.propertiesFull) {
            throw DAVFailure.full(CalendarCollection.propertiesFull)
        }
        return Response(status: .created, headers: [.dav: DAVXML.classes, .location: path.href])
    }

    private static func requireCalendar(_ update: PropertyUpdate) throws {
        guard let types = update.value(.dav("resourcetype")) else { return }
        let allowed: Set<DAVName> = [.dav("collection"), .caldav("calendar")]
        guard types.children.allSatisfy({ allowed.contains($0.name) }) else {
            throw DAVFailure(.forbidden, .dav("valid-resourcetype"), "Only calendars can be made here.")
        }
    }

    /// The id of the calendar to make. Throws `403` for a place that cannot have one, `405` if something is there, `409` without
    /// the collection above it, `507` if the person has too many.
    private func location(_ path: DAVPath, _ tree: DAVTree) async throws -> String {
        let misplaced = DAVFailure(
            .forbidden, .caldav("calendar-collection-location-ok"),
            "Make calendars in \(DAVPath.home("\(tree.caller.id)").href), with a name of at most 100 characters.")
        switch path {
        case .calendar(let id, let account):
            guard tree.isOwn(account) else { throw DomainError.notFound("person \(account.prefix(64))") }
            guard !tree.calendars.contains(where: { $0.id == id }) else {
                throw DAVFailure(.methodNotAllowed, .dav("resource-must-be-null"), "There is a calendar at this path already.")
            }
            guard Self.isName(id) else { throw misplaced }
            let own = tree.calendars.count { $0.kind == .personal && $0.id != CalendarCollection.personal }
            guard own < CalendarCollection.most else {
                throw DAVFailure(
                    .insufficientStorage, .dav("quota-not-exceeded"),
                    "You have \(own) calendars of your own, the most allowed. Remove one first.")
            }
            return id
        case .object(let name, let id, let account):
            guard let calendar = try? tree.calendar(id, of: account) else { throw Self.withoutParent }
            let (objects, _) = try await service.objects(inCalendar: calendar.id, matching: .names([name]), of: tree.caller.id)
            if !objects.isEmpty {
                throw DAVFailure(.methodNotAllowed, .dav("resource-must-be-null"), "There is an object at this path already.")
            }
            throw misplaced
        case .nowhere: throw Self.withoutParent
        case .root, .principals, .homes, .principal, .home: throw misplaced
        }
    }

    static let withoutParent = DAVFailure(
        .conflict, nil, "The collection above this path does not exist. Make it first.")

    /// Names of other kinds of calendars are kept free.
    private static func isName(_ id: String) -> Bool {
        (1...100).contains(id.count) && id.utf8.count <= 300 && !id.hasPrefix("import-") && id != "." && id != ".."
            && !id.utf8.contains(UInt8(ascii: "/")) && !id.unicodeScalars.contains(where: \.isControl)
    }

    func remove(_ calendar: CalendarCollection, _ request: Request, _ tree: DAVTree) async throws -> Response {
        guard try request.depth(.infinity) == .infinity else {
            throw DAVFailure(.badRequest, nil, "A calendar is removed with all its objects. Send Depth: infinity, or no Depth.")
        }
        let path = DAVPath.calendar(calendar.id, of: "\(tree.caller.id)")
        guard calendar.kind == .personal, calendar.id != CalendarCollection.personal else {
            throw DAVFailure.needs(
                "unbind", on: path.href, "This calendar is kept by NoteIt. Only calendars of one's own can be removed.")
        }
        try await store.deleteCalendar(calendar.id, by: tree.caller.id)
        return Response(status: .noContent, headers: [.dav: DAVXML.classes])
    }
}
