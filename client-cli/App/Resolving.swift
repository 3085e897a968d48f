import NoteItClient
import NoteItCore
import NoteItTerminal

/// How what people type becomes a course, a section, an event.
extension Workplace {
    /// One of my courses. Throws a complaint with near or fitting ones if `text` does not name one.
    func myCourse(_ text: String) async throws -> Course {
        switch try await space.courses.mine(text, at: now) {
        case .one(let choice):
            if let course = try await copy.course(choice.id) { return course }
        case .several(let choices):
            if let course = try await copy.course(pick(choices, named: text)) { return course }
        case .none: break
        }
        throw await notMine(text)
    }

    /// A course of the catalog, with its sections. Throws a complaint as `myCourse`.
    func catalogCourse(_ text: String, term: Term.ID? = nil) async throws -> Course {
        switch try await space.courses.inCatalog(text, term: term) {
        case .one(let choice): return try await client.course(choice.id)
        case .several(let choices): return try await client.course(pick(choices, named: text))
        case .none: throw await unknownCourse(text, term: term)
        }
    }

    /// Asks on a terminal which one is meant; elsewhere lists them.
    private func pick(_ choices: [CourseChoice], named text: String) throws -> Course.ID {
        guard console.canAsk else {
            let listed = choices.prefix(12).map { "\($0.code)  \($0.title)" }
            let rest = choices.count > 12 ? ["and \(choices.count - 12) more"] : []
            throw Complaint("'\(text)' fits several courses; say which:", advice: listed + rest, status: ExitStatus.usage)
        }
        let chooser = Chooser(
            "Which course", choices.map { .init(key: $0.code, cells: [Styled($0.code, .strong), Styled($0.title)]) })
        return choices[try chooser.ask(console)].id
    }

    private func notMine(_ text: String) async -> Complaint {
        let mine = (try? await copy.courses().map(\.code)) ?? []
        if case .one(let choice)? = try? await space.courses.inCatalog(text) {
            return Complaint("You are not in \(choice.code).", advice: ["Join it with: noteit course add \(choice.code)"])
        }
        let near = Suggestion.nearest(to: text, among: mine)
        if !near.isEmpty { return Complaint("No course '\(text)'. Did you mean \(Suggestion.choice(near))?") }
        let advice =
            mine.isEmpty ? "You are in no course yet: noteit course add" : "Your courses: \(mine.joined(separator: ", "))"
        return Complaint("No course '\(text)' among yours.", advice: [advice])
    }

    private func unknownCourse(_ text: String, term: Term.ID?) async -> Complaint {
        let wanted = text.uppercased().filter { $0.isLetter || $0.isNumber }
        let subject = String(wanted.prefix { $0.isLetter })
        let near = (try? await nearCodes(wanted, subject: subject, term: term)) ?? []
        let message = "No course '\(text)' in this term."
        return near.isEmpty
            ? Complaint(message, advice: ["Look for it with: noteit course search WORDS"])
            : Complaint("\(message) Did you mean \(Suggestion.choice(near))?")
    }

    /// Codes near to `code`: of its subject, or, if there is no such subject, the same number in near subjects.
    private func nearCodes(_ code: String, subject: String, term: Term.ID?) async throws -> [String] {
        var term = term
        if term == nil { term = try await client.terms().first(where: \.current)?.id }
        guard let term else { return [] }
        let subjects = try await client.subjects(of: term).map(\.code)
        if subjects.contains(subject) {
            let all = try await client.courses(of: term, matching: CourseQuery(subject: subject), page: PageRequest(limit: 200))
            return Suggestion.nearest(to: code, among: all.items.map(\.code))
        }
        return Suggestion.nearest(to: subject, among: subjects).map { $0 + code.dropFirst(subject.count) }
    }

    /// Sections of a course by code or registration number. Throws a usage complaint for an unknown one.
    func sections(_ names: [String], of course: Course) throws -> [Section] {
        try names.map { name in
            let key = name.uppercased()
            guard let section = course.sections.first(where: { $0.code.uppercased() == key || $0.crn == key || $0.id == name })
            else {
                let codes = course.sections.map(\.code)
                let near = Suggestion.nearest(to: key, among: codes)
                throw Complaint.usage(
                    "\(course.code) has no section '\(name)'\(near.isEmpty ? "." : ", did you mean \(Suggestion.choice(near))?")",
                    "Its sections: \(codes.prefix(40).joined(separator: ", "))")
            }
            return section
        }
    }

    /// What the server would refuse, said before anything is written. Staff of the whole course may post to any section.
    func requireMay(post kind: Event.Kind, to sections: [Section], of course: Course) async throws {
        let places = try await copy.enrollments().filter { $0.course == course.id }
        let isStaff = places.contains { $0.role == .staff }
        if kind == .notice, !isStaff {
            throw Complaint.usage("Only the staff of \(course.code) post notices.", "Take another --kind, such as note.")
        }
        let held = Set(places.compactMap(\.section))
        guard !places.contains(where: { $0.section == nil }), let stranger = sections.first(where: { !held.contains($0.id) })
        else { return }
        let yours = course.sections.filter { held.contains($0.id) }.map(\.code).joined(separator: ", ")
        throw Complaint.usage("You are not in \(course.code) \(stranger.code).", "Yours: \(yours)")
    }

    /// What the server would refuse of staff, said before anything is written.
    func requireMayHide(in course: Course.ID) async throws {
        if try await isStaff(of: course) {
            throw Complaint.usage("Staff of \(code(ofCourse: course)) write under their names.", "Leave --anonymous out.")
        }
    }

    /// An event that I may see, with its thread, from the local copy.
    func thread(_ reference: EventReference) async throws -> EventThread {
        switch reference {
        case .id(let id):
            if let thread = try await copy.thread(id) { return thread }
            throw Complaint("There is no event \(id), or it is not yours to see.")
        case .number(let number, let name?):
            let course = try await myCourse(name.text)
            if let thread = try await copy.thread(number: number, in: course.id) { return thread }
            if let removal = try await copy.removals(in: course.id).first(where: { $0.number == number && !$0.reply }) {
                throw try await removed(removal)
            }
            throw Complaint(
                "\(course.code)#\(number) is not there, or not yours to see.",
                advice: ["See what is there with: noteit event list \(course.code)"])
        case .number(let number, nil): return try await thread(number)
        }
    }

    /// What the reader may know of what is not there any more.
    func removed(_ removal: Removal) async throws -> Complaint {
        let when = try await clock(term: NoteItTerminal.term(of: removal.course)).short(removal.removedAt)
        return Complaint(
            "\(removal.reference) was removed by the course's staff, \(when).",
            advice: removal.reason.map { ["Why: \($0)"] } ?? [])
    }

    /// `#42` alone: clear if one of my courses has such an event.
    private func thread(_ number: Int) async throws -> EventThread {
        var found: [EventThread] = []
        for course in try await copy.courses() {
            if let thread = try await copy.thread(number: number, in: course.id) { found.append(thread) }
        }
        if let only = found.first, found.count == 1 { return only }
        guard !found.isEmpty else { throw Complaint("None of your courses has an event #\(number).") }
        guard console.canAsk else {
            throw Complaint(
                "#\(number) is in several of your courses; say which:",
                advice: found.map { "\($0.event.reference)  \($0.event.title)" }, status: ExitStatus.usage)
        }
        let choices = found.map {
            Chooser.Choice(key: $0.event.reference, cells: [Styled($0.event.reference, .strong), Styled($0.event.title)])
        }
        return found[try Chooser("Which event", choices).ask(console)]
    }
}

extension CourseReference {
    /// In the form that `CourseFinder` reads.
    var text: String { term.map { "\($0).\(code)" } ?? code }
}
