import NoteItCore

/// What the caller may do (RFC 3744).
extension DAVProperties {
    /// Read-only calendars do not offer `write-properties`, although PROPPATCH works on them: some programs take it for the right
    /// to write events.
    func privileges(on resource: DAVResource) -> [DAVName] {
        let read: [DAVName] = [.dav("read"), .dav("read-current-user-privilege-set")]
        let write: [DAVName] = [.dav("write"), .dav("write-content"), .dav("write-properties")]
        let members: [DAVName] = [.dav("bind"), .dav("unbind")]
        switch resource {
        case .root, .principals, .homes, .principal: return read
        case .home: return read + members
        case .calendar(let calendar, _):
            // Study blocks are made by NoteIt alone.
            let ofMembers = calendar.kind == .derived(.study) ? [.dav("unbind")] : members
            return calendar.isWritable ? read + write + ofMembers : read
        case .object(_, let calendar, _): return calendar.isWritable ? read + write : read
        }
    }

    static let supportedPrivileges: DAVElement = {
        func privilege(_ name: DAVName, _ description: String, _ parts: [DAVElement] = []) -> DAVElement {
            DAVElement(
                .dav("supported-privilege"),
                [
                    DAVElement(.dav("privilege"), [DAVElement(name)]),
                    DAVElement(.dav("description"), attributes: [DAVName.language.key: "en"], text: description),
                ] + parts)
        }
        return privilege(
            .dav("all"), "Everything",
            [
                privilege(
                    .dav("read"), "Read",
                    [privilege(.dav("read-current-user-privilege-set"), "Read one's own privileges")]),
                privilege(
                    .dav("write"), "Write",
                    [
                        privilege(.dav("write-properties"), "Change properties"),
                        privilege(.dav("write-content"), "Change objects"),
                        privilege(.dav("bind"), "Add"), privilege(.dav("unbind"), "Remove"),
                    ]),
            ])
    }()
}
