import NoteItCore

/// Ranked timetables, each a row with the facts by which people choose, and below it what it takes, or what differs from the
/// timetable above.
public struct TimetablesTable: Sendable {
    private let answer: TimetableAnswer
    private let courses: [Course]
    private let scores: [Int: TimetableAnswer.Score]

    /// - Parameter courses: those of the search, with their sections.
    public init(_ answer: TimetableAnswer, courses: [Course]) {
        (self.answer, self.courses) = (answer, courses)
        scores = (answer.scores ?? []).keyed(by: \.crn)
    }

    /// The sections of a timetable, in its order.
    public func entries(_ table: TimetableAnswer.Timetable) -> [(course: Course, section: Section)] {
        table.crns.compactMap { crn in
            courses.lazy.compactMap { course in course.sections.first { $0.crn == String(crn) }.map { (course, $0) } }.first
        }
    }

    /// Columns: number, days, first and last hour, idle time, parts of the cost that some timetable has, the fewest free seats,
    /// the mean rating and grade average as far as known, the cost and the CRNs.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("", right: true), .init("days"), .init("hours"), .init("idle", right: true),
            .init("outside", right: true, dropRank: 4), .init("on foot", right: true, dropRank: 5),
            .init("soft", right: true, dropRank: 6), .init("seats", right: true, dropRank: 1),
            .init("rating", right: true, dropRank: 2), .init("grade", right: true, dropRank: 3),
            .init("cost", right: true, dropRank: 7), .init("CRNs", dropRank: 8),
        ])
        for (index, timetable) in answer.timetables.enumerated() {
            let (parts, sections) = (timetable.parts, entries(timetable).map(\.section))
            let facts = WeekFacts(sections)
            table.addRow([
                Styled("\(index + 1)", .strong), Styled(facts.days), Styled(facts.hours), Styled(parts.idleMinutes.asHours),
                shown(parts.minutesOutsidePreferred, \.minutesOutsidePreferred), shown(parts.walkingMinutes, \.walkingMinutes),
                Styled(any(\.soft) ? "\(parts.soft)" : ""), seats(sections), mean(\.rating, timetable),
                mean(\.grade, timetable),
                Styled("\(timetable.cost)", .faint), Styled(timetable.crns.map(String.init).joined(separator: " "), .faint),
            ])
        }
        let rows = table.lines(width: width, header: true)
        return rows.prefix(1) + zip(rows.dropFirst(), details).flatMap { [$0] + $1.wrapped(after: "   ", width: width) }
    }

    /// For each timetable, what it takes; after the first, what differs from the one above.
    private var details: [Styled] {
        let span = courses.flatMap(\.sections).termDays
        let choices = answer.timetables.map { TimetableChoices(entries($0), within: span) }
        return choices.indices.map { $0 == 0 ? choices[0].whole : choices[$0].change(from: choices[$0 - 1]) }
    }

    /// The free seats of the section that has the fewest.
    private func seats(_ sections: [Section]) -> Styled {
        let free = sections.compactMap { section in
            section.capacity.flatMap { capacity in section.enrolled.map { max(0, capacity - $0) } }
        }
        return free.min().map { $0 == 0 ? Styled("full", .bad) : Styled("\($0)") } ?? ""
    }

    private func mean(_ score: KeyPath<TimetableAnswer.Score, Int?>, _ table: TimetableAnswer.Timetable) -> Styled {
        let known = table.crns.compactMap { scores[$0]?[keyPath: score] }
        return known.isEmpty ? "" : Styled((known.reduce(0, +) / known.count).asHundredths)
    }

    /// Empty if the part is 0 in all timetables.
    private func shown(_ minutes: Int, _ part: KeyPath<TimetableAnswer.Parts, Int>) -> Styled {
        Styled(any(part) ? minutes.asHours : "")
    }

    private func any(_ part: KeyPath<TimetableAnswer.Parts, Int>) -> Bool {
        answer.timetables.contains { $0.parts[keyPath: part] != 0 }
    }

    /// Notes on a timetable: several campuses, other choices with the same times, ratings and grade averages, and those that are
    /// assumed. An assumption for all courses does not affect the ranking and is left out.
    /// - Parameter others: the campuses of the classes that the person is in.
    public func notes(_ table: TimetableAnswer.Timetable, besides others: [String] = [], width: Int? = nil) -> [Styled] {
        let same = table.alternatives.map { other in
            let course = courses.first { $0.id == other.course }
            let choices = other.crns.prefix(6).map { choice($0, of: course) }.joined(separator: ", ")
            let code = course?.code ?? other.course.text
            return Styled("Same times in \(code): \(choices)\(other.crns.count > 6 ? ", and more" : "")", .faint)
        }
        let known = known("Ratings", \.rating, table) + self.known("Grade averages", \.grade, table)
        let unrated = note("rating", table.unrated, answer.assumed.rating, of: 5)
        let ungraded = note("grade average", table.ungraded, answer.assumed.grade, of: 4)
        return (campuses(table, others) + same + known + unrated + ungraded).flatMap { $0.wrapped(after: "", width: width) }
    }

    /// `3258+3260 (Ada Example)`
    private func choice(_ crns: [Int], of course: Course?) -> String {
        let names = crns.flatMap { crn in course?.sections.first { $0.crn == String(crn) }?.instructors ?? [] }.uniqued
        return crns.map(String.init).joined(separator: "+") + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    }

    private func campuses(_ table: TimetableAnswer.Timetable, _ others: [String]) -> [Styled] {
        let own = entries(table).compactMap(\.section.campus).uniqued
        let all = (own + others).uniqued
        guard all.count > 1, !own.isEmpty else { return [] }
        let beside = all.count > own.count ? ", with the classes that you are in" : ""
        return [Styled("On \(all.count) campuses\(beside): \(all.joined(separator: ", "))", .warning)]
    }

    /// `Ratings: CMPT225 4.20, MATH150 3.90`
    private func known(
        _ what: String, _ score: KeyPath<TimetableAnswer.Score, Int?>, _ table: TimetableAnswer.Timetable
    ) -> [Styled] {
        let texts = entries(table).compactMap { course, section in
            Int(section.crn).flatMap { scores[$0]?[keyPath: score] }.map { "\(course.code) \($0.asHundredths)" }
        }
        return texts.isEmpty ? [] : [Styled("\(what): \(texts.joined(separator: ", "))", .faint)]
    }

    private func note(_ what: String, _ crns: [Int], _ assumed: Int, of scale: Int) -> [Styled] {
        guard !crns.isEmpty, crns.count < courses.count else { return [] }
        let codes = crns.compactMap { crn in courses.first { $0.sections.contains { $0.crn == String(crn) } }?.code }
        return [
            Styled("No \(what) known, counted as \(assumed.asHundredths) of \(scale): \(codes.joined(separator: ", "))", .faint)
        ]
    }
}

extension Int {
    /// The number as hundredths: `3.05` for 305.
    fileprivate var asHundredths: String { "\(self / 100).\(self % 100 < 10 ? "0" : "")\(self % 100)" }
}

/// The sections of a timetable, with the CRNs for the registrar's form.
public struct RegistrationTable: Sendable {
    private let entries: [(course: Course, section: Section)]

    public init(_ entries: [(course: Course, section: Section)]) { self.entries = entries }

    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("course"), .init("section"), .init("CRN"), .init("times", least: 30), .init("place", least: 6, dropRank: 3),
            .init("instructor", least: 10, dropRank: 2), .init("seats", right: true), .init("title", least: 12, dropRank: 4),
        ])
        let sections = entries.map(\.section)
        let (span, campus) = (sections.termDays, SharedCampus(sections))
        var told: Set<Course.ID> = []
        for (course, section) in entries {
            let places = section.weeklyMeetings.map { campus.short($0.place) }.filter { !$0.isEmpty }.uniqued
            let isNew = told.insert(course.id).inserted
            table.addRow([
                Styled(course.code, .strong), Styled(section.label), Styled(section.crn),
                Styled(section.times(within: span), section.meetings.isEmpty ? .faint : .plain),
                Styled(places.joined(separator: ", ")), Styled(section.instructors.joined(separator: ", ")),
                section.seats, Styled(isNew ? course.title : "", .faint),
            ])
        }
        let crns =
            Styled("CRNs for the registrar's form: ") + Styled(entries.map(\.section.crn).joined(separator: " "), .strong)
        let shared = campus.name.map { [Styled("Campus of all classes: \($0)", .faint)] } ?? []
        return table.lines(width: width) + shared + [""] + crns.wrapped(after: "", width: width)
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
