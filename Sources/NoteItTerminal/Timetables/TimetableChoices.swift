import NoteItCore

/// What a timetable takes of each course, and how that differs from another timetable.
struct TimetableChoices {
    private struct Choice {
        let course: Course
        var sections: [Section]

        var instructors: [String] { sections.flatMap(\.instructors).uniqued }
    }

    private let choices: [Choice]
    private let span: ClosedRange<Day>?

    /// - Parameter span: as of `Section.slots`.
    init(_ entries: [(course: Course, section: Section)], within span: ClosedRange<Day>?) {
        self.span = span
        choices = entries.reduce(into: []) { choices, entry in
            if let index = choices.firstIndex(where: { $0.course.id == entry.course.id }) {
                choices[index].sections.append(entry.section)
            } else {
                choices.append(Choice(course: entry.course, sections: [entry.section]))
            }
        }
    }

    /// `CMPT225 D100+D101 Ada Example; MATH150 D100`
    var whole: Styled {
        choices.map { choice in
            Styled("\(choice.course.code) \(Self.codes(choice.sections)) \(Self.names(choice.instructors))".trimmed, .faint)
        }.joined(by: Styled("; ", .faint))
    }

    /// `MATH150 D103 T 10:30-11:20 for D102; CMPT225 D200 MWF 09:30-10:20 for D100, Ada Example for Bob Example; no PHIL105`
    func change(from other: TimetableChoices) -> Styled {
        let changed = choices.compactMap { choice -> Styled? in
            let old = other.choices.first { $0.course.id == choice.course.id }
            let come = choice.sections.filter { section in !(old?.sections ?? []).contains { $0.id == section.id } }
            guard !come.isEmpty else { return nil }
            let gone = (old?.sections ?? []).filter { section in !choice.sections.contains { $0.id == section.id } }
            let times = come.map { $0.times(within: span) }.uniqued.joined(separator: ", ")
            var text = "\(choice.course.code) \(Self.codes(come)) \(times)"
            if !gone.isEmpty { text += " for \(Self.codes(gone))" }
            let (mine, theirs) = (Self.names(choice.instructors), Self.names(old?.instructors ?? []))
            if mine != theirs {
                text += ", \(mine.isEmpty ? "no instructor named" : mine)\(theirs.isEmpty ? "" : " for \(theirs)")"
            }
            return Styled(text, .faint)
        }
        let left = other.choices.filter { old in !choices.contains { $0.course.id == old.course.id } }
        return (changed + left.map { Styled("no \($0.course.code)", .faint) }).joined(by: Styled("; ", .faint))
    }

    private static func codes(_ sections: [Section]) -> String { sections.map(\.code).joined(separator: "+") }

    private static func names(_ instructors: [String]) -> String { instructors.joined(separator: ", ") }
}
