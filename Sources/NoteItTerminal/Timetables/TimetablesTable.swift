import NoteItCore

/// Ranked timetables, a row for each.
public struct TimetablesTable: Sendable {
    private let answer: TimetableAnswer
    private let courses: [Course]

    /// - Parameter courses: those of the search, with their sections.
    public init(_ answer: TimetableAnswer, courses: [Course]) { (self.answer, self.courses) = (answer, courses) }

    /// The sections of a timetable, in its order.
    public func entries(_ table: TimetableAnswer.Timetable) -> [(course: Course, section: Section)] {
        table.crns.compactMap { crn in
            courses.lazy.compactMap { course in course.sections.first { $0.crn == String(crn) }.map { (course, $0) } }.first
        }
    }

    /// Columns: number, cost, the parts of the cost, and the CRNs.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("", right: true), .init("cost", right: true), .init("days"), .init("hours"), .init("idle", right: true),
            .init("outside", right: true), .init("on foot", right: true), .init("soft", right: true),
            .init("CRNs", dropRank: 1),
        ])
        for (index, timetable) in answer.timetables.enumerated() {
            let (parts, facts) = (timetable.parts, WeekFacts(entries(timetable).map(\.section)))
            table.add([
                Styled("\(index + 1)", .strong), Styled("\(timetable.cost)"), Styled(facts.days), Styled(facts.hours),
                Styled(parts.idleMinutes.asHours), shown(parts.minutesOutsidePreferred, \.minutesOutsidePreferred),
                shown(parts.walkingMinutes, \.walkingMinutes),
                Styled(any(\.soft) ? "\(parts.soft)" : ""),
                Styled(timetable.crns.map(String.init).joined(separator: " "), .faint),
            ])
        }
        return table.lines(width: width, header: true)
    }

    /// Empty if the part is 0 in all timetables.
    private func shown(_ minutes: Int, _ part: KeyPath<TimetableAnswer.Parts, Int>) -> Styled {
        Styled(any(part) ? minutes.asHours : "")
    }

    private func any(_ part: KeyPath<TimetableAnswer.Parts, Int>) -> Bool {
        answer.timetables.contains { $0.parts[keyPath: part] != 0 }
    }

    /// Notes on a timetable: several campuses, other choices with the same times, and assumed ratings and grades. An assumption for all courses
    /// does not affect the ranking and is left out.
    public func notes(_ table: TimetableAnswer.Timetable) -> [Styled] {
        let same = table.alternatives.map { other in
            let course = courses.first { $0.id == other.course }
            let choices = other.crns.prefix(6).map { choice($0, of: course) }.joined(separator: ", ")
            let code = course?.code ?? other.course.text
            return Styled("Same times in \(code): \(choices)\(other.crns.count > 6 ? ", and more" : "")", .faint)
        }
        let unrated = note("rating", table.unrated, answer.assumed.rating, of: 5)
        return campuses(table) + same + unrated + note("grade average", table.ungraded, answer.assumed.grade, of: 4)
    }

    /// `3258+3260 (Ada Example)`
    private func choice(_ crns: [Int], of course: Course?) -> String {
        let names = crns.flatMap { crn in course?.sections.first { $0.crn == String(crn) }?.instructors ?? [] }.uniqued
        return crns.map(String.init).joined(separator: "+") + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    }

    private func campuses(_ table: TimetableAnswer.Timetable) -> [Styled] {
        let campuses = entries(table).compactMap(\.section.campus).uniqued
        return campuses.count < 2
            ? [] : [Styled("On \(campuses.count) campuses: \(campuses.joined(separator: ", "))", .warning)]
    }

    private func note(_ what: String, _ crns: [Int], _ assumed: Int, of scale: Int) -> [Styled] {
        guard !crns.isEmpty, crns.count < courses.count else { return [] }
        let codes = crns.compactMap { crn in courses.first { $0.sections.contains { $0.crn == String(crn) } }?.code }
        let value = "\(assumed / 100).\(assumed % 100 < 10 ? "0" : "")\(assumed % 100)"
        return [Styled("No \(what) known, counted as \(value) of \(scale): \(codes.joined(separator: ", "))", .faint)]
    }
}

/// The sections of a timetable, with the CRNs for the registrar's form.
public struct RegistrationTable: Sendable {
    private let entries: [(course: Course, section: Section)]

    public init(_ entries: [(course: Course, section: Section)]) { self.entries = entries }

    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("course"), .init("section"), .init("CRN"), .init("times"), .init("place", least: 6, dropRank: 3),
            .init("instructor", least: 10, dropRank: 2), .init("seats", right: true), .init("title", least: 12, dropRank: 4),
        ])
        var told: Set<Course.ID> = []
        for (course, section) in entries {
            let places = section.weeklyMeetings.map(\.place).uniqued
            let isNew = told.insert(course.id).inserted
            table.add([
                Styled(course.code, .strong), Styled("\(section.kind) \(section.code)"), Styled(section.crn),
                section.meetings.isEmpty ? Styled("no fixed time", .faint) : Styled(section.times),
                Styled(places.joined(separator: ", ")), Styled(section.instructors.joined(separator: ", ")),
                section.seats, Styled(isNew ? course.title : "", .faint),
            ])
        }
        let crns =
            Styled("CRNs for the registrar's form: ") + Styled(entries.map(\.section.crn).joined(separator: " "), .strong)
        return table.lines(width: width) + ["", crns]
    }
}

extension Section {
    /// Enrolled students and capacity, as far as the registrar's data has them.
    public var seats: Styled {
        guard let capacity else { return "" }
        return Styled("\(enrolled.map(String.init) ?? "?")/\(capacity)", isFull ? .bad : .plain)
    }

    /// By the registrar's count; false if it is not known.
    public var isFull: Bool { capacity.flatMap { capacity in enrolled.map { $0 >= capacity } } ?? false }
}
