import Foundation
import NoteItCore

/// The properties of resources, as one caller sees them.
struct DAVProperties: Sendable {
    let caller: Account
    let state: CalendarState

    /// - Parameters:
    ///   - href: percent-encoded, as the request had it or `DAVPath.href`.
    ///   - data: for `calendar-data`, if it is requested; nil: it is missing, as in PROPFIND.
    func response(for resource: DAVResource, href: String, requested: DAVRequested, data: [UInt8]? = nil) -> DAVResponse {
        var response = DAVResponse(href: href)
        switch requested {
        case .these(let elements): add(elements, of: resource, data, to: &response)
        case .all(let others):
            let names = Self.common + dead(of: resource)
            response.found = names.compactMap { value($0, of: resource) }
            add(others.filter { !names.contains($0.name) }, of: resource, data, to: &response)
        case .names:
            let names = Self.live.filter { value($0, of: resource) != nil } + dead(of: resource)
            response.found = names.map { DAVElement($0) }
        }
        return response
    }

    private func add(
        _ elements: [DAVElement], of resource: DAVResource, _ data: [UInt8]?, to response: inout DAVResponse
    ) {
        for name in elements.map(\.name) {
            if name == .caldav("calendar-data"), let data {
                response.found.append(DAVElement(name, text: String(decoding: data, as: UTF8.self)))
            } else if let value = value(name, of: resource) {
                response.found.append(value)
            } else {
                response.missing.append(name)
            }
        }
    }

    /// The value of a property; nil if the resource does not have it.
    func value(_ name: DAVName, of resource: DAVResource) -> DAVElement? {
        if let text = resource.properties[name.key] { return try? DAVReader.element(from: Array(text.utf8)) }
        if case .calendar(let calendar, _) = resource, let value = standard(name, of: calendar) { return value }
        guard let content = content(name, of: resource) else { return nil }
        return DAVElement(name, text: content.text, content.children)
    }

    /// The names of what programs set.
    private func dead(of resource: DAVResource) -> [DAVName] {
        resource.properties.keys.sorted().map { DAVName(key: $0) }.filter { !Self.common.contains($0) }
    }
}

extension DAVProperties {
    /// What `allprop` gives: the properties of RFC 4918.
    private static let common: [DAVName] = [
        .dav("resourcetype"), .dav("displayname"), .dav("creationdate"), .dav("getcontentlength"), .dav("getcontenttype"),
        .dav("getetag"), .dav("getlastmodified"),
    ]

    /// The properties that the server gives. Programs may set those in `settable` alone.
    static let live: [DAVName] =
        common + [
            .dav("current-user-principal"), .dav("current-user-privilege-set"), .dav("owner"),
            .dav("principal-collection-set"), .dav("supported-privilege-set"), .dav("supported-report-set"),
            .dav("sync-token"), .calendarServer("getctag"), .dav("principal-URL"), .dav("alternate-URI-set"),
            .dav("group-member-set"), .dav("group-membership"), .caldav("calendar-home-set"),
            .caldav("calendar-user-address-set"), .calendarServer("email-address-set"), .caldav("calendar-user-type"),
            .caldav("supported-calendar-component-set"), .caldav("supported-calendar-component-sets"),
            .caldav("supported-calendar-data"), .caldav("supported-collation-set"), .caldav("max-resource-size"),
        ]

    /// Live ones that have a value of the server until a program sets another.
    private static let settable: Set<DAVName> = [.dav("displayname")]

    static func isProtected(_ name: DAVName) -> Bool { protected.contains(name) }

    /// The properties that no program may set, with those of RFC 4918, 3744, 4791 and 6638 that the server does not have.
    private static let protected = Set(live).subtracting(settable).union([
        .dav("lockdiscovery"), .dav("supportedlock"), .dav("acl"), .dav("acl-restrictions"), .dav("inherited-acl-set"),
        .dav("group"), .dav("quota-available-bytes"), .dav("quota-used-bytes"), .caldav("min-date-time"),
        .caldav("max-date-time"), .caldav("max-instances"), .caldav("max-attendees-per-instance"),
        .caldav("schedule-inbox-URL"),
        .caldav("schedule-outbox-URL"), .caldav("schedule-tag"), .caldav("calendar-data"),
    ])

    private struct Content {
        var text = ""
        var children: [DAVElement] = []

        static func hrefs(_ paths: String...) -> Content { Content(children: paths.map(DAVElement.href)) }
        static func elements(_ names: [DAVName]) -> Content { Content(children: names.map { DAVElement($0) }) }
    }

    /// The names of collations that a `text-match` may name (RFC 4791, section 7.5).
    static let collations = ["i;ascii-casemap", "i;octet", "i;unicode-casemap"]

    private func content(_ name: DAVName, of resource: DAVResource) -> Content? {
        switch name.namespace {
        case "DAV:": dav(name.local, of: resource)
        case "urn:ietf:params:xml:ns:caldav": caldav(name.local, of: resource)
        case "http://calendarserver.org/ns/": calendarServer(name.local, of: resource)
        default: nil
        }
    }

    private var principal: String { DAVPath.principal("\(caller.id)").href }

    private func dav(_ local: String, of resource: DAVResource) -> Content? {
        switch local {
        case "resourcetype": .elements(types(of: resource))
        case "displayname": displayName(of: resource).map { Content(text: $0) }
        case "current-user-principal": .hrefs(principal)
        case "principal-collection-set": .hrefs(DAVPath.principals.href)
        case "owner": hasOwner(resource) ? .hrefs(principal) : nil
        case "current-user-privilege-set":
            Content(children: privileges(on: resource).map { DAVElement(.dav("privilege"), [DAVElement($0)]) })
        case "supported-privilege-set": Content(children: [Self.supportedPrivileges])
        case "supported-report-set":
            Content(
                children: reports(on: resource).map { report in
                    DAVElement(.dav("supported-report"), [DAVElement(.dav("report"), [DAVElement(report)])])
                })
        case "principal-URL", "alternate-URI-set", "group-member-set", "group-membership":
            ofPrincipal(local, resource)
        default: ofContent(local, resource)
        }
    }

    private func ofPrincipal(_ local: String, _ resource: DAVResource) -> Content? {
        guard case .principal = resource else { return nil }
        return local == "principal-URL" ? .hrefs(principal) : Content()
    }

    private func ofContent(_ local: String, _ resource: DAVResource) -> Content? {
        switch (local, resource) {
        case ("sync-token", .calendar(let calendar, _)):
            Content(
                text: SyncToken(epoch: state.head.epoch, position: CalendarPosition(offset: calendar.changed)).text)
        case ("getetag", .object(let served, _, _)): Content(text: "\"\(served.object.etag)\"")
        case ("getcontenttype", .object(_, let calendar, _)):
            Content(text: calendar.mediaType)
        case ("getcontentlength", .object(let served, _, _)): Content(text: "\(served.bytes.count)")
        case ("getlastmodified", .object(let served, _, _)): Content(text: HTTPDate.text(served.object.modifiedAt))
        case ("creationdate", .object(let served, _, _)): Content(text: RFC3339.string(served.object.createdAt))
        default: nil
        }
    }

    private func caldav(_ local: String, of resource: DAVResource) -> Content? {
        switch (local, resource) {
        case ("calendar-home-set", .root), ("calendar-home-set", .principals), ("calendar-home-set", .principal),
            ("calendar-home-set", .homes), ("calendar-home-set", .home):
            .hrefs(DAVPath.home("\(caller.id)").href)
        case ("calendar-user-address-set", .principal): .hrefs("mailto:\(caller.email)", principal)
        case ("calendar-user-type", .principal): Content(text: "INDIVIDUAL")
        case ("supported-calendar-component-set", .calendar(let calendar, _)):
            Content(children: calendar.components.map(Self.component))
        case ("supported-calendar-component-sets", .home):
            Content(
                children: Self.componentSets.map {
                    DAVElement(.caldav("supported-calendar-component-set"), $0.map(Self.component))
                })
        case ("supported-calendar-data", .calendar):
            Content(children: [
                DAVElement(.caldav("calendar-data"), attributes: ["content-type": "text/calendar", "version": "2.0"])
            ])
        case ("supported-collation-set", .calendar):
            Content(children: Self.collations.map { DAVElement(.caldav("supported-collation"), text: $0) })
        case ("max-resource-size", .calendar): Content(text: "\(CalendarObject.mostBytes)")
        default: nil
        }
    }

    private func calendarServer(_ local: String, of resource: DAVResource) -> Content? {
        switch (local, resource) {
        case ("getctag", .calendar(let calendar, _)): Content(text: "\(state.head.epoch).\(calendar.changed)")
        case ("email-address-set", .principal):
            Content(children: [DAVElement(.calendarServer("email-address"), text: caller.email)])
        default: nil
        }
    }

    private static func component(_ component: CalendarCollection.Component) -> DAVElement {
        DAVElement(.caldav("comp"), attributes: ["name": component.rawValue])
    }

    /// What a new calendar can have: any components together.
    private static let componentSets: [[CalendarCollection.Component]] = {
        let all = CalendarCollection.Component.allCases
        return (1..<1 << all.count).map { set in all.indices.filter { set >> $0 & 1 == 1 }.map { all[$0] } }
    }()

    private func types(of resource: DAVResource) -> [DAVName] {
        switch resource {
        case .root, .principals, .homes, .home: [.dav("collection")]
        case .principal: [.dav("collection"), .dav("principal")]
        case .calendar: [.dav("collection"), .caldav("calendar")]
        case .object: []
        }
    }

    private func hasOwner(_ resource: DAVResource) -> Bool {
        switch resource {
        case .root, .principals, .homes: false
        case .principal, .home, .calendar, .object: true
        }
    }

    private func displayName(of resource: DAVResource) -> String? {
        switch resource {
        case .root: "NoteIt"
        case .principals: "People"
        case .homes: "Calendars"
        case .principal, .home: caller.displayName
        case .calendar(let calendar, _): calendar.name
        case .object: nil
        }
    }
}

extension DAVResource {
    /// What programs set on it (PROPPATCH).
    fileprivate var properties: [String: String] {
        switch self {
        case .calendar(let calendar, _): calendar.properties
        default: [:]
        }
    }
}

extension DAVProperties {
    private func reports(on resource: DAVResource) -> [DAVName] {
        switch resource {
        case .root, .principals, .homes, .principal, .home: [PropertyExpansion.name]
        case .calendar: DAVName.reportsOnCalendars + [PropertyExpansion.name]
        case .object: [.caldav("calendar-query"), .caldav("calendar-multiget"), PropertyExpansion.name]
        }
    }

    /// What derived calendars and the personal one have until a program sets it.
    private func standard(_ name: DAVName, of calendar: CalendarCollection) -> DAVElement? {
        guard let look = calendar.look else { return nil }
        return switch name {
        case .apple("calendar-color"): DAVElement(name, text: look.color)
        case .apple("calendar-order"): DAVElement(name, text: "\(look.order)")
        case .caldav("calendar-description"): DAVElement(name, text: look.description)
        default: nil
        }
    }
}

extension DAVName {
    /// The names of the reports on calendars, which `CalendarReports` answers.
    static let reportsOnCalendars: [DAVName] = [
        .caldav("calendar-multiget"), .caldav("calendar-query"), .dav("sync-collection"),
    ]

    static let language = DAVName("http://www.w3.org/XML/1998/namespace", "lang")
}
