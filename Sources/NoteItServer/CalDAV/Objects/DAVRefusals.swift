import HTTPTypes

extension DAVFailure {
    static func valid(_ detail: String, filter element: DAVElement? = nil) -> Self {
        refused(DAVElement(.caldav("valid-filter"), element.map { [$0] } ?? []), detail)
    }

    /// A part of a filter that is well formed, but that this server does not evaluate.
    static func unsupported(filter element: DAVElement) -> Self {
        refused(
            DAVElement(.caldav("supported-filter"), [DAVElement(element.name, attributes: element.attributes)]),
            "The server does not evaluate \(element.name.local) here. Leave it out, and filter what you get.")
    }

    static func tooMany(_ detail: String) -> Self {
        refused(DAVElement(.dav("number-of-matches-within-limits")), detail)
    }

    /// - Parameters: `privilege`: such as `bind` (RFC 3744, section 3); `href`: of the resource that lacks it.
    static func needs(_ privilege: String, on href: String, _ detail: String) -> Self {
        let resource = DAVElement(
            .dav("resource"),
            [
                DAVElement(.dav("href"), text: href),
                DAVElement(.dav("privilege"), [DAVElement(.dav(privilege))]),
            ])
        return refused(DAVElement(.dav("need-privileges"), [resource]), detail)
    }

    /// An object that its calendar cannot hold: `valid-calendar-data`, `max-resource-size` and the like (RFC 4791, 5.3.2.1).
    static func object(_ condition: String, _ detail: String) -> Self {
        refused(DAVElement(.caldav(condition)), detail)
    }

    static func uidConflict(with href: String) -> Self {
        DAVFailure(
            .conflict, DAVElement(.caldav("no-uid-conflict"), [DAVElement(.dav("href"), text: href)]),
            "The UID belongs to another object of this calendar. Change that one, or make a new UID.")
    }

    /// A person has as many objects as they may (RFC 4331).
    static func full(_ detail: String) -> Self { DAVFailure(.insufficientStorage, .dav("quota-not-exceeded"), detail) }

    static let stale = DAVFailure(
        .preconditionFailed, nil, "The object is not as you last read it. Read it again and repeat the change.")

    private static func refused(_ condition: DAVElement, _ detail: String) -> Self {
        DAVFailure(.forbidden, condition, detail)
    }
}
