import NoteItCore

/// The reports about people: `expand-property` (RFC 3253, section 3.8), and those of RFC 3744, section 9, in which the caller is
/// the only person.
struct PrincipalReports: Sendable {
    let tree: DAVTree

    private static let mostConditions = 200

    static let names: Set<DAVName> = [
        .dav("expand-property"), .dav("principal-match"), .dav("principal-property-search"),
        .dav("principal-search-property-set"),
    ]

    func answer(_ report: DAVElement, on resource: DAVResource, depth: DAVDepth) async throws -> DAVAnswer {
        switch report.name.local {
        case "expand-property": .multiStatus(try await expanded(report, resource, depth))
        case "principal-match": .multiStatus(try matched(report, resource))
        case "principal-property-search": .multiStatus(try searched(report))
        default: .response(DAVXML.response(.ok, Self.searchable))
        }
    }

    private var principal: DAVResource { .principal(tree.caller.id) }

    private func principalAlone(_ requested: DAVRequested?) throws -> DAVMultiStatus {
        let requested = requested ?? .these([DAVElement(.dav("displayname"))])
        try requested.require(fits: 1)
        return DAVMultiStatus(responses: [
            tree.properties.response(for: principal, href: principal.path.href, requested: requested)
        ])
    }

    /// `DAV:self`: the caller. `DAV:principal-property`: the resources of which the caller is the owner.
    private func matched(_ report: DAVElement, _ resource: DAVResource) throws -> DAVMultiStatus {
        if report[.dav("self")] != nil {
            switch resource {
            case .root, .principals, .principal: return try principalAlone(DAVRequested(in: report))
            case .homes, .home, .calendar, .object: return DAVMultiStatus(responses: [])
            }
        }
        guard report[.dav("principal-property")]?[.dav("owner")] != nil, case .home = resource else {
            return DAVMultiStatus(responses: [])
        }
        let requested = DAVRequested(in: report) ?? .these([])
        let owned = [resource] + tree.calendars.map { .calendar($0, of: tree.caller.id) }
        try requested.require(fits: owned.count)
        return DAVMultiStatus(
            responses: owned.map { tree.properties.response(for: $0, href: $0.path.href, requested: requested) })
    }

    /// The caller, if the texts are in the properties; without a text, as some programs send it, every search finds the caller.
    /// Nobody can search for others.
    private func searched(_ report: DAVElement) throws -> DAVMultiStatus {
        let searches = report.children.filter { $0.name == .dav("property-search") }
        guard searches.reduce(0, { $0 + 1 + ($1[.dav("prop")]?.children.count ?? 0) }) <= Self.mostConditions else {
            throw DAVFailure(.badRequest, nil, "A search has at most \(Self.mostConditions) conditions and properties.")
        }
        let isAny = report.attributes["test"] == "anyof" && !searches.isEmpty
        let isFound = isAny ? searches.contains(where: matches) : searches.allSatisfy(matches)
        return isFound ? try principalAlone(Self.requested(bySearch: report)) : DAVMultiStatus(responses: [])
    }

    /// python-caldav names what a search shall return beside an empty `DAV:prop`.
    private static func requested(bySearch report: DAVElement) -> DAVRequested? {
        guard report[.dav("prop")]?.children.isEmpty == true else { return DAVRequested(in: report) }
        let others: Set<DAVName> = [.dav("prop"), .dav("property-search"), .dav("apply-to-principal-collection-set")]
        return .these(DAVRequested.once(report.children.filter { !others.contains($0.name) }))
    }

    private func matches(_ search: DAVElement) -> Bool {
        guard let match = search[.dav("match")] else { return false }
        let (type, wanted) = (match.attributes["match-type"] ?? "contains", match.text.lowercased())
        let names = search[.dav("prop")]?.children.map(\.name) ?? []
        return !names.isEmpty
            && names.allSatisfy { name in
                let value = tree.properties.value(name, of: principal).map(Self.texts) ?? []
                return value.contains { text in
                    switch type {
                    case "equals": text == wanted
                    case "starts-with": text.hasPrefix(wanted)
                    case "ends-with": text.hasSuffix(wanted)
                    default: wanted.isEmpty || text.contains(wanted)
                    }
                }
            }
    }

    /// The lower-case texts of a property; of addresses without `mailto:` too.
    private static func texts(_ element: DAVElement) -> [String] {
        let texts = ([element.text] + element.children.map(\.text)).map { $0.lowercased() }.filter { !$0.isEmpty }
        return texts + texts.filter { $0.hasPrefix("mailto:") }.map { String($0.dropFirst(7)) }
    }

    private static let searchable = DAVElement(
        .dav("principal-search-property-set"),
        [
            (DAVName.dav("displayname"), "Name"), (.calendarServer("email-address-set"), "Email"),
            (.caldav("calendar-user-address-set"), "Calendar address"),
        ].map { name, description in
            DAVElement(
                .dav("principal-search-property"),
                [
                    DAVElement(.dav("prop"), [DAVElement(name)]),
                    DAVElement(.dav("description"), attributes: [DAVName.language.key: "en"], text: description),
                ])
        })
}

extension PrincipalReports {
    /// How often `DAV:property` may be nested, and how many resources one answer may describe.
    private static let (deepest, most) = (4, 2_000)

    private func expanded(
        _ report: DAVElement, _ resource: DAVResource, _ depth: DAVDepth
    ) async throws -> DAVMultiStatus {
        guard depth != .infinity else { throw DAVFailure(.forbidden, nil, "Send Depth: 0 or Depth: 1.") }
        let resources = [resource] + (depth == .one ? try await tree.members(of: resource) : [])
        let count = max(resources.count, Self.most)
        var budget = Self.most - resources.count
        var responses: [DAVResponse] = []
        for resource in resources {
            responses.append(try await response(for: resource, resource.path.href, report, Self.deepest, of: count, &budget))
        }
        return DAVMultiStatus(responses: responses)
    }

    /// The properties that `element` names. A property whose `DAV:property` has children holds responses in place of hrefs.
    /// - Parameter resources: that the answer may describe.
    private func response(
        for resource: DAVResource, _ href: String, _ element: DAVElement, _ levels: Int, of resources: Int,
        _ budget: inout Int
    ) async throws -> DAVResponse {
        var names: Set<DAVName> = []
        let asked = element.children.filter { $0.name == .dav("property") }.compactMap { property in
            property.attributes["name"].map { (DAVName(property.attributes["namespace"] ?? "DAV:", $0), property) }
        }.filter { names.insert($0.0).inserted }
        let requested = DAVRequested.these(asked.map { DAVElement($0.0) })
        try requested.require(fits: resources)
        var response = tree.properties.response(for: resource, href: href, requested: requested)
        for (name, property) in asked where !property.children.isEmpty {
            guard let position = response.found.firstIndex(where: { $0.name == name }) else { continue }
            var value = response.found[position]
            var content: [DAVElement.Part] = []
            for part in value.content {
                guard case .element(let link) = part, link.name == .dav("href") else {
                    content.append(part)
                    continue
                }
                content.append(.element(try await expanded(link, property, levels, &budget)))
            }
            value.content = content
            response.found[position] = value
        }
        return response
    }

    /// The response of what a `DAV:href` names; the href itself if it names nothing here, such as an address of email.
    private func expanded(
        _ link: DAVElement, _ property: DAVElement, _ levels: Int, _ budget: inout Int
    ) async throws -> DAVElement {
        guard levels > 0, budget > 0, let path = DAVPath(href: link.text), path != .nowhere else { return link }
        budget -= 1
        do {
            let resource = try await tree.resource(at: path)
            return try await response(for: resource, path.href, property, levels - 1, of: Self.most, &budget).element(
                minimal: false)
        } catch DomainError.notFound {
            return DAVResponse(href: link.text, status: .notFound).element(minimal: false)
        }
    }
}
