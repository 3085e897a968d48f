import NoteItCore

/// The report `expand-property` (RFC 3253, section 3.8).
struct PropertyExpansion: Sendable {
    let tree: DAVTree

    static let name = DAVName.dav("expand-property")

    /// How often `DAV:property` may be nested, and how many resources one answer may describe.
    private static let (deepest, most) = (4, 2_000)

    func answer(_ report: DAVElement, on resource: DAVResource, depth: DAVDepth) async throws -> DAVAnswer {
        guard depth != .infinity else { throw DAVFailure(.forbidden, nil, "Send Depth: 0 or Depth: 1.") }
        let resources = [resource] + (depth == .one ? try await tree.members(of: resource) : [])
        let count = max(resources.count, Self.most)
        var budget = Self.most - resources.count
        var responses: [DAVResponse] = []
        for resource in resources {
            responses.append(try await response(for: resource, resource.path.href, report, Self.deepest, of: count, &budget))
        }
        return .multiStatus(DAVMultiStatus(responses: responses))
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
