import NoteItClient
import NoteItCore
import NoteItTerminal

/// Turns what people type into courses, sections and events.
extension CommandContext {
    /// One of my courses. Throws a complaint that suggests others if `text` does not name one.
    func myCourse(_ text: String) async throws -> Course {
        switch try await courseFinder.mine(text, at: now) {
        case .one(let choice):
            if let course = try await copy.course(choice.id) { return course }
        case .several(let choices):
            if let course = try await copy.course(try await pick(choices, named: text)) { return course }
        case .none: break
        }
        throw await notMine(text)
    }

    func myCourse(ifGiven text: String?) async throws -> Course? {
        guard let text else { return nil }
        return try await myCourse(text)
    }

    /// Some of my courses, each once: `CMPT 225, math150`. Throws as `myCourse`.
    func myCourses(_ names: [String]) async throws -> [Course] {
        var courses: [Course] = []
        for name in CourseWords.courses(in: names.joined(separator: " ")) {
            let course = try await myCourse(name)
            if !courses.contains(where: { $0.id == course.id }) { courses.append(course) }
        }
        return courses
    }

    /// One of mine where the name means any, else a course of the catalog: after the next term's import, people still mean the
    /// class that they are in. Throws as `myCourse`.
    func classCourse(_ text: String) async throws -> Course {
        switch try await courseFinder.mine(text, at: now) {
        case .one, .several: try await myCourse(text)
        case .none: try await anyCourse(text)
        }
    }

    /// A course of the catalog, with its sections. Throws as `myCourse`.
    func catalogCourse(_ text: String, term: Term.ID? = nil) async throws -> Course {
        switch try await courseFinder.inCatalog(text, term: term) {
        case .one(let choice): return try await client.course(choice.id)
        case .several(let choices): return try await client.course(try await pick(choices, named: text))
        case .none: throw await unknownCourse(text, term: term)
        }
    }

    /// Asks which course is meant on a terminal; elsewhere throws a complaint that lists them.
    private func pick(_ choices: [CourseChoice], named text: String) async throws -> Course.ID {
        let terms = try await copy.terms(at: now)
        let names = choices.map { $0.name(among: choices) }
        let isOneTerm = Set(choices.map(\.term)).count == 1
        let termNames = choices.map { choice in isOneTerm ? "" : terms.first { $0.id == choice.term }?.name ?? "" }
        guard console.canAsk else {
            let listed = zip(zip(names, termNames), choices).prefix(12).map {
                [$0.0, $1.title, $0.1].filter { !$0.isEmpty }.joined(separator: "  ")
            }
            let rest = choices.count > 12 ? ["and \(choices.count - 12) more"] : []
            throw Complaint("'\(text)' matches several courses; say which:", advice: listed + rest, status: ExitStatus.usage)
        }
        let chooser = Chooser(
            "Which course",
            zip(zip(names, termNames), choices).map {
                .init(key: $0.0, cells: [Styled($0.0, .strong), Styled($1.title), Styled($0.1, .faint)])
            })
        return choices[try chooser.ask(console)].id
    }

    private func notMine(_ text: String) async -> Complaint {
        let mine = (try? await copy.courses().map(\.name)) ?? []
        if case .one(let choice)? = try? await courseFinder.inCatalog(text) {
            let isCurrent = try? await copy.terms(at: now).first { $0.id == choice.term }?.current
            let name = isCurrent ?? true ? choice.code : choice.id.text
            return Complaint("You are not in \(name).", advice: ["Join it with: noteit course add \(name)"])
        }
        let near = Suggestion.nearest(to: text, among: mine)
        if !near.isEmpty { return Complaint("No course '\(text)'. Did you mean \(Suggestion.choice(near))?") }
        let advice =
            mine.isEmpty ? "You are in no course yet: noteit course add" : "Your courses: \(mine.joined(separator: ", "))"
        return Complaint("No course '\(text)' among yours.", advice: [advice])
    }

    private func unknownCourse(_ text: String, term: Term.ID?) async -> Complaint {
        let wanted = (CourseReference(text)?.code ?? text).uppercased().filter { $0.isLetter || $0.isNumber }
        let subject = String(wanted.prefix { $0.isLetter })
        let terms = (try? await client.terms()) ?? []
        let named = CourseReference(text)?.term.map { terms.named($0) } ?? []
        let searched = named.first ?? terms.first { term == nil ? $0.current : $0.id == term }
        let near = (try? await nearCodes(wanted, subject: subject, term: searched?.id)) ?? []
        let message = "No course '\(text)' in \(searched?.name ?? "this term")."
        var advice = near.isEmpty ? ["Look for it with: noteit course search WORDS"] : []
        for other in terms where other.id != searched?.id {
            guard case .one(let choice)? = try? await courseFinder.inCatalog(wanted, term: other.id), choice.code == wanted
            else { continue }
            advice.append("\(other.name) has it: \(choice.id)")
        }
        return Complaint(message + (near.isEmpty ? "" : " Did you mean \(Suggestion.choice(near))?"), advice: advice)
    }

    /// Codes similar to `code`: in its subject or, if there is no such subject, the same number in similar subjects.
    private func nearCodes(_ code: String, subject: String, term: Term.ID?) async throws -> [String] {
        guard let term else { return [] }
        let subjects = try await client.subjects(of: term).map(\.code)
        if subjects.contains(subject) {
            let all = try await client.courses(of: term, matching: CourseQuery(subject: subject), page: PageRequest(limit: 200))
            return Suggestion.nearest(to: code, among: all.items.map(\.code))
        }
        return Suggestion.nearest(to: subject, among: subjects).map { $0 + code.dropFirst(subject.count) }
    }

    /// Sections of a course by code or registration number. Throws a usage complaint for an unknown one, and for a code that
    /// several have.
    func sections(_ names: [String], of course: Course) throws -> [Section] {
        try names.map { name in
            let key = name.uppercased()
            let exact = course.sections.filter { $0.crn == key || $0.id.text == name }
            let found = exact.isEmpty ? course.sections.filter { $0.code.uppercased() == key } : exact
            guard let section = found.first else {
                let codes = course.sections.map(\.code)
                let near = Suggestion.nearest(to: key, among: codes)
                throw Complaint.usage(
                    "\(course.name) has no section '\(name)'\(near.isEmpty ? "." : ", did you mean \(Suggestion.choice(near))?")",
                    "Its sections: \(codes.prefix(40).joined(separator: ", "))"
                        + (codes.count > 40 ? " and \(codes.count - 40) more: noteit course sections \(course.name)" : ""))
            }
            guard found.count > 1 else { return section }
            throw Complaint(
                "\(course.name) has several sections '\(name)'; name one by its CRN:",
                advice: found.map { "\($0.crn)  \($0.kind)  \($0.times)" }, status: ExitStatus.usage)
        }
    }

    /// Throws a usage complaint where the server would refuse a post, before its author writes it. Staff of the whole course
    /// may post to any section.
    func requireMay(post kind: Event.Kind, to sections: [Section], of course: Course) async throws {
        let enrollments = try await copy.enrollments().filter { $0.course == course.id }
        let isStaff = enrollments.contains { $0.role == .staff }
        if kind == .notice, !isStaff {
            throw Complaint.usage("Only the staff of \(course.name) post notices.", "Take another --kind, such as note.")
        }
        let held = Set(enrollments.compactMap(\.section))
        guard !enrollments.contains(where: { $0.section == nil }),
            let stranger = sections.first(where: { !held.contains($0.id) })
        else { return }
        let yours = course.sections.filter { held.contains($0.id) }.map(\.code).joined(separator: ", ")
        throw Complaint.usage("You are not in \(course.name) \(stranger.code).", "Yours: \(yours)")
    }

    /// Throws a usage complaint if the reader is staff, who cannot post anonymously.
    func requireMayHide(in course: Course.ID) async throws {
        if try await isStaff(of: course) {
            throw Complaint.usage("Staff of \(course.name) cannot post anonymously.", "Leave --anonymous out.")
        }
    }

    /// Whether a reply to the event is anonymous if nobody says otherwise: the reader has an alias in its thread, which one
    /// reply under their name would give away. Staff cannot post anonymously.
    func repliesAnonymously(to event: Event) async throws -> Bool {
        guard try await copy.mark(of: event.id)?.alias != nil else { return false }
        return try await !isStaff(of: event.course)
    }

    /// Whether the reader is staff of the course, as far as the local copy knows. The server decides.
    func isStaff(of course: Course.ID) async throws -> Bool {
        try await copy.enrollments().contains { $0.course == course && $0.role == .staff }
    }

    /// An event of the local copy, with its thread. Asks where the name means several events; elsewhere throws a complaint that
    /// lists them.
    func thread(_ reference: EventReference) async throws -> EventThread {
        switch reference {
        case .id(let id):
            if let thread = try await copy.thread(id) { return thread }
            throw missing("event \(id)", advice: [])
        case .number(let number, let course?):
            let courses = try await courseFinder.readable(course.text, at: now)
            let found = try await threads(number, in: courses)
            if !found.isEmpty { return try pick(found, named: "\(course.text)#\(number)") }
            if courses.isEmpty { throw await notMine(course.text) }
            for id in courses {
                let removals = try await copy.removals(in: id)
                if let removal = removals.first(where: { $0.number == number && !$0.reply }) {
                    throw try await removed(removal)
                }
            }
            throw missing(
                "event " + courses.map { "\($0.name)#\(number)" }.choice,
                advice: ["See the events with: noteit event list \(courses.map(\.name).joined(separator: " "))"])
        case .number(let number, nil):
            var found = try await threads(number, in: copy.courses().map(\.id))
            if found.isEmpty { found = try await threads(number, in: copy.formerCourses()) }
            guard !found.isEmpty else {
                if let asOf { throw notInCopy("#\(number)", asOf) }
                throw Complaint("None of your courses has an event #\(number).")
            }
            return try pick(found, named: "#\(number)")
        }
    }

    /// A complaint that something is not in the copy, which may be older than it.
    /// - Parameter what: such as `event CMPT225#42`.
    private func missing(_ what: String, advice: [String]) -> Complaint {
        if let asOf { return notInCopy(what, asOf) }
        return Complaint("There is no \(what), or you may not see it.", advice: advice)
    }

    /// A complaint for a name that a copy does not have and the server may know.
    func notInCopy(_ what: String, _ asOf: String) -> Complaint {
        Complaint(
            "\(what.prefix(1).uppercased() + what.dropFirst()) is not in the copy of \(asOf), and the server is not reached.",
            advice: ["Find the cause with: noteit doctor"], status: ExitStatus.unreachable)
    }

    /// A complaint that an event or reply was removed, with what the reader may know about it.
    func removed(_ removal: Removal) async throws -> Complaint {
        let when = try await clock(term: removal.course.term).short(removal.removedAt)
        return Complaint(
            "\(removal.reference) was removed by the course's staff, \(when).",
            advice: removal.reason.map { ["Why: \($0)"] } ?? [])
    }

    private func pick(_ found: [EventThread], named text: String) throws -> EventThread {
        if found.count == 1 { return found[0] }
        let names = found.map(\.event.reference)
        guard console.canAsk else {
            throw Complaint(
                "'\(text)' is in several of your courses; say which:",
                advice: zip(names, found).map { "\($0)  \($1.event.title)" }, status: ExitStatus.usage)
        }
        let choices = zip(names, found).map {
            Chooser.Choice(key: $0, cells: [Styled($0, .strong), Styled($1.event.title)])
        }
        return found[try Chooser("Which event", choices).ask(console)]
    }

    private func threads(_ number: Int, in courses: [Course.ID]) async throws -> [EventThread] {
        var found: [EventThread] = []
        for course in courses {
            if let thread = try await copy.thread(number: number, in: course) { found.append(thread) }
        }
        return found
    }
}
