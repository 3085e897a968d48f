import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// CalDAV (RFC 4791) below `/dav/`: people's calendars for calendar programs.
struct DAVRoutes {
    let store: any Store
    let service: CalendarService
    let objects: CalendarObjectRoutes
    let reports: CalendarReports
    let throttle: WriteThrottle

    /// The least bytes of an answer that is compressed. A smaller one fits one packet.
    private static let leastCompressed = 1_400
    private static let reading: [HTTPRequest.Method] = [.options, .get, .propfind, .report, .proppatch]
    private static let making: [HTTPRequest.Method] = [.mkcalendar, .mkcol]

    /// The methods of each path template. There is nothing at a path with more parts.
    private static let templates: [(path: RouterPath, methods: [HTTPRequest.Method])] = [
        ("/dav", reading), ("/dav/principals", reading), ("/dav/principals/:account", reading), ("/dav/calendars", reading),
        ("/dav/calendars/:account", reading), ("/dav/calendars/:account/:calendar", reading + making + [.put, .delete]),
        ("/dav/calendars/:account/:calendar/:object", reading + making + [.put, .delete, .copy, .move]),
        ("/dav/calendars/:account/:calendar/:object/:part", reading + making + [.put, .delete]),
    ]

    /// The routes that everyone may use: the redirection of RFC 6764, section 5, and OPTIONS. Programs that know the host alone
    /// try `/`.
    var open: Routes {
        let methods = [.post, .put, .delete, .head, .copy, .move] + Self.reading + Self.making
        return methods.reduce(Routes()) { routes, method in
            routes.on(method, "/.well-known/caldav", limit: .unlimited, use: redirect)
        }
        .on(.propfind, "/", limit: .unlimited, use: redirect)
        .on(.options, "/", limit: .unlimited) { _, _ in options([.get, .options, .propfind]) }
    }

    /// The routes for callers who are known by Basic authentication. Writes are counted here, where the caller is known.
    var routes: Routes {
        Self.templates.reduce(Routes()) { routes, template in
            template.methods.reduce(routes) { routes, method in
                routes.on(method, template.path, limit: .byHandler) { request, context in
                    method == .options ? options(template.methods) : try await answer(method, request, context)
                }
            }
        }
    }

    private func redirect(_ request: Request, context: AppContext) -> Response {
        Response(status: .movedPermanently, headers: [.location: DAVPath.root.href, .cacheControl: "no-cache"])
    }

    private func options(_ methods: [HTTPRequest.Method]) -> Response {
        Response(status: .ok, headers: [.dav: DAVXML.classes, .allow: Self.allow(methods)])
    }

    private static func allow(_ methods: [HTTPRequest.Method]) -> String {
        (methods.map(\.rawValue) + ["HEAD"]).sorted().joined(separator: ", ")
    }

    private func answer(_ method: HTTPRequest.Method, _ request: Request, _ context: AppContext) async throws -> Response {
        guard !request.uri.string.utf8.contains(UInt8(ascii: "#")), let path = DAVPath(request.uri.path) else {
            throw DAVFailure(.badRequest, nil, "The path must be percent-encoded UTF-8 without a fragment.")
        }
        let account = try context.account()
        switch method {
        case .get, .propfind, .report: break
        default: try throttle.count(.objects, account, from: context.address)
        }
        switch method {
        case .propfind: return try await propfind(path, request, context)
        case .proppatch: return try await proppatch(path, request, context)
        case .report: return try await report(path, request, context)
        case .mkcalendar, .mkcol: return try await make(path, request, context)
        default: return try await objectOrCollection(method, path, request, context)
        }
    }

    /// The caller's resources, with all calendars.
    func readTree(withProperties: Bool, _ context: AppContext) async throws -> DAVTree {
        try await DAVTree(of: store.account(context.account()), withProperties: withProperties, service: service)
    }

    /// The caller's resources, with the calendars that the path, and with depth 1 its members, name.
    private func readTree(around path: DAVPath, depth: DAVDepth = .zero, _ context: AppContext) async throws -> DAVTree {
        switch path {
        case .calendar(let id, _), .object(_, let id, _):
            try await DAVTree(of: service.calendar(id, of: context.account()), service: service)
        case .home where depth == .one: try await readTree(withProperties: true, context)
        // No calendar has an empty id.
        default: try await DAVTree(of: service.calendar("", of: context.account()), service: service)
        }
    }
}

extension DAVRoutes {
    private func propfind(_ path: DAVPath, _ request: Request, _ context: AppContext) async throws -> Response {
        let depth = try request.depth(.infinity)
        let requested = try await DAVRequested(propfind: DAVBody.xml(of: request, context))
        if depth == .zero { return try await propfind(path, depth, requested, request, context) }
        return try await context.longRead { try await propfind(path, depth, requested, request, context) }
    }

    private func propfind(
        _ path: DAVPath, _ depth: DAVDepth, _ requested: DAVRequested, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        let tree = try await readTree(around: path, depth: depth, context)
        let resource = try await tree.resource(at: path)
        if depth == .infinity, resource.isCollection {
            throw DAVFailure(.forbidden, .dav("propfind-finite-depth"), "Send Depth: 0 or Depth: 1.")
        }
        let members = depth == .one ? try await tree.members(of: resource) : []
        try requested.require(fits: members.count + 1)
        let properties = tree.properties
        var writer = DAVMultiStatusWriter(minimal: request.prefersMinimal)
        for (number, resource) in ([resource] + members).enumerated() {
            writer.write(properties.response(for: resource, href: resource.path.href, requested: requested))
            // Other requests take their turns.
            if number % 100 == 99 { await Task.yield() }
        }
        return try await answer(writer.bytes(), request, context)
    }

    /// A multistatus, compressed if the client takes that. Says so if it was shortened as the client prefers.
    private func answer(_ bytes: [UInt8], _ request: Request, _ context: AppContext) async throws -> Response {
        var (bytes, isCompressed) = (bytes, false)
        if bytes.count > Self.leastCompressed, request.acceptsGzip,
            let smaller = try await reports.work.compressed(bytes, for: context.account(), context)
        {
            (bytes, isCompressed) = (smaller, true)
        }
        var response = DAVXML.response(.multiStatus, bytes)
        response.headers[.vary] = "Accept-Encoding"
        if isCompressed { response.headers[.contentEncoding] = "gzip" }
        if request.prefersMinimal, request.headers[.prefer] != nil { response.headers[.preferenceApplied] = "return=minimal" }
        return response
    }

    private func report(_ path: DAVPath, _ request: Request, _ context: AppContext) async throws -> Response {
        let depth = try request.depth(.zero)
        guard let root = try await DAVBody.xml(of: request, context) else {
            throw DAVFailure(.badRequest, nil, "The body is empty; send the XML of a report.")
        }
        switch try await report(root, at: path, depth, context) {
        case .multiStatus(let status):
            return try await answer(status.bytes(minimal: request.prefersMinimal), request, context)
        case .response(let response): return response
        }
    }

    private func report(
        _ root: DAVElement, at path: DAVPath, _ depth: DAVDepth, _ context: AppContext
    ) async throws -> DAVAnswer {
        if root.name == PropertyExpansion.name {
            return try await context.longRead {
                let tree = try await readTree(withProperties: true, context)
                return try await PropertyExpansion(tree: tree).answer(root, on: tree.resource(at: path), depth: depth)
            }
        }
        let tree = try await readTree(around: path, context)
        let resource = try await tree.resource(at: path)
        switch resource {
        case .calendar where DAVName.reportsOnCalendars.contains(root.name),
            .object where DAVName.reportsOnCalendars.contains(root.name):
            return try await reports.answer(root, on: resource, depth: depth, properties: tree.properties, context: context)
        default:
            throw DAVFailure(
                .forbidden, .dav("supported-report"), "This resource does not have the report \(root.name.local.prefix(100)).")
        }
    }
}

extension DAVRoutes {
    private func proppatch(_ path: DAVPath, _ request: Request, _ context: AppContext) async throws -> Response {
        let update = try await PropertyUpdate(body: request, context)
        let resource = try await readTree(around: path, context).resource(at: path)
        var response = DAVResponse(href: resource.path.href)
        if case .calendar(let calendar, let account) = resource {
            response.refused = update.refusals(present: Set(calendar.properties.keys))
            if response.refused.isEmpty {
                do {
                    try await store.setProperties(
                        ofCalendar: calendar.id, displayName: update.displayName, properties: update.properties, by: account)
                } catch DomainError.conflict(CalendarCollection.propertiesFull) {
                    throw DAVFailure.full(CalendarCollection.propertiesFull)
                }
                response.found = update.names.map { DAVElement($0) }
            }
        } else {
            response.refused = update.allRefused
        }
        return response.answer(to: request)
    }
}

extension DAVRoutes {
    private static func requireShort(_ name: String) throws {
        guard name.utf8.count > CalendarObject.mostNameBytes else { return }
        throw DAVFailure(
            .uriTooLong, nil,
            "The name of the object has \(name.utf8.count) bytes. Use at most \(CalendarObject.mostNameBytes), such as a UUID.")
    }

    private func object(
        _ method: HTTPRequest.Method, _ name: String, in id: String, of account: String, _ request: Request,
        _ context: AppContext
    ) async throws -> Response {
        let opened = try await service.calendar(id, of: context.account())
        if method == .put, opened.calendar == nil || name.utf8.contains(UInt8(ascii: "/")) { throw Self.withoutParent }
        if method == .put { try Self.requireShort(name) }
        let tree = DAVTree(of: opened, service: service)
        let calendar = try tree.calendar(id, of: account)
        switch method {
        case .put: return try await objects.put(name, in: calendar, of: tree.caller.id, zone: opened.zone, request, context)
        case .delete: return try await objects.delete(name, in: calendar, of: tree.caller.id, request, context)
        case .copy, .move:
            let target = try ObjectTarget(request, of: tree.caller.id)
            try Self.requireShort(target.name)
            guard let home = try await service.calendar(target.calendar, of: tree.caller.id).calendar else {
                throw Self.withoutParent
            }
            return try await objects.transfer(
                name, in: calendar, to: target, in: home, of: tree.caller.id, zone: opened.zone, request, context)
        default: return try await objects.get(name, in: calendar, of: tree.caller.id, request, context)
        }
    }

    private func objectOrCollection(
        _ method: HTTPRequest.Method, _ path: DAVPath, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        if case .object(let name, let id, let account) = path {
            return try await object(method, name, in: id, of: account, request, context)
        }
        let tree = try await readTree(around: path, context)
        switch path {
        case .nowhere where method == .put: throw Self.withoutParent
        case .calendar(let id, let account) where method == .delete:
            return try await remove(tree.calendar(id, of: account), request, tree)
        case .calendar(let id, let account) where method == .get:
            let calendar = try tree.calendar(id, of: account)
            return try await context.longReadOfObjects {
                try await objects.getAll(of: calendar, of: tree.caller.id, request, context)
            }
        case .calendar(let id, _) where method == .put:
            if !tree.calendars.contains(where: { $0.id == id }) {
                throw DAVFailure(
                    .forbidden, nil, "The home contains calendars alone. Make one with MKCALENDAR, and put objects into it.")
            }
            throw DAVFailure(.methodNotAllowed, nil, "A calendar cannot be replaced. Put objects into it.")
        default:
            _ = try await tree.resource(at: path)
            return Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .dav: DAVXML.classes],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(
                        string:
                            "This is the CalDAV service of NoteIt. Add its address to a calendar program, with your email and an "
                            + "app password: noteit calendar password add NAME\n")))
        }
    }
}
