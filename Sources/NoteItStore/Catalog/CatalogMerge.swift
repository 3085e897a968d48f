import NoteItCore

extension CatalogCourse {
    /// This course of a file, with the stored values where the file has none: course details are imported on their own, and
    /// a workbook has only codes.
    func merged(over stored: CatalogCourse?) -> CatalogCourse {
        CatalogCourse(
            subject: subject, number: number, title: title.isEmpty ? stored?.title ?? "" : title,
            credits: credits ?? stored?.credits, attributes: attributes.isEmpty ? stored?.attributes ?? [] : attributes,
            sections: [])
    }
}

extension CatalogSection {
    /// This section of a file, with the stored values for what the form of the file cannot express.
    ///
    /// A workbook has no counts, dates or places, and names only the first instructor. So the stored instructors stay if they
    /// include the one of the workbook, and the stored meetings stay if they have its days and times.
    func merged(over stored: CatalogSection?, form: CatalogTerm.Form) -> CatalogSection {
        guard form == .spreadsheet, let stored else { return self }
        var section = self
        if !instructors.isEmpty, Set(instructors).isSubset(of: stored.instructors) { section.instructors = stored.instructors }
        section.meetings = meetings(over: stored.meetings)
        (section.capacity, section.enrolled, section.delivery) = (stored.capacity, stored.enrolled, stored.delivery)
        (section.credits, section.campus) = (stored.credits, stored.campus)
        return section
    }

    private func meetings(over stored: [Meeting]) -> [Meeting] {
        let kinds = Dictionary(meetings.map { ($0.slot, $0.kind) }) { first, _ in first }
        let stored = stored.map { meeting in
            var meeting = meeting
            if let kind = kinds[meeting.slot] ?? nil { meeting.kind = kind }
            return meeting
        }
        if Set(meetings.map(\.slot)) == Set(stored.map(\.slot)) { return stored }
        return meetings.flatMap { meeting in
            let known = stored.filter { $0.slot == meeting.slot }
            return known.isEmpty ? [meeting] : known
        }
    }
}

extension Meeting {
    /// Only days and times: `MWF 10:30-11:20`.
    var slot: String { "\(days) \(start)-\(end)" }

    /// The slot with the kind, the dates and the place.
    var full: String {
        let dates = startsOn == nil && endsOn == nil ? nil : "\(startsOn?.description ?? "")..\(endsOn?.description ?? "")"
        return [kind, slot, dates, place.isEmpty ? nil : place].compactMap(\.self).joined(separator: " ")
    }
}

/// The lines of an import's report.
enum CatalogLine {
    /// `title A -> B; credits 3 -> 4`
    static func difference(_ old: CatalogCourse, _ new: CatalogCourse) -> String {
        join([
            change("title", old.title, new.title),
            change("credits", old.credits?.description ?? "", new.credits?.description ?? ""),
            change("attributes", old.attributes.joined(separator: ", "), new.attributes.joined(separator: ", ")),
        ])
    }

    /// `MWF 10:30-11:20 -> MWF 11:30-12:20; enrolled 88 -> 89`
    static func difference(_ old: CatalogSection, _ new: CatalogSection) -> String {
        join([
            change("code", old.code, new.code), change("kind", old.kind, new.kind),
            change("", times(old.meetings, new.meetings), times(new.meetings, old.meetings)),
            change("instructors", old.instructors.joined(separator: ", "), new.instructors.joined(separator: ", ")),
            change("capacity", old.capacity.map(String.init) ?? "", new.capacity.map(String.init) ?? ""),
            change("enrolled", old.enrolled.map(String.init) ?? "", new.enrolled.map(String.init) ?? ""),
            change("delivery", old.delivery, new.delivery), change("campus", old.campus, new.campus),
            change("credits", old.credits?.description ?? "", new.credits?.description ?? ""),
        ])
    }

    /// `LAB W 14:30-15:20`
    static func summary(_ section: CatalogSection) -> String {
        ([section.kind].filter { !$0.isEmpty } + [times(section.meetings, [])]).joined(separator: " ")
    }

    /// With dates and places if both lists have the same slots.
    private static func times(_ meetings: [Meeting], _ other: [Meeting]) -> String {
        if meetings.isEmpty { return "no times" }
        let full = meetings.map(\.slot) == other.map(\.slot)
        return meetings.map { full ? $0.full : $0.slot }.joined(separator: ", ")
    }

    static func change(_ name: String, _ old: String, _ new: String) -> String? {
        guard old != new else { return nil }
        let label = name.isEmpty ? "" : name + " "
        return "\(label)\(old.isEmpty ? "unknown" : old) -> \(new.isEmpty ? "unknown" : new)"
    }

    static func join(_ changes: [String?]) -> String { changes.compactMap(\.self).joined(separator: "; ") }
}
