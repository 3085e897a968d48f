import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit record close`.
struct RecordClose: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Enter the grades of a term that is over.",
        discussion: """
            Its courses are those in progress in your record, and those that your plan has in the term. Give each its grade; on a \
            terminal it asks for those that you do not name. A course without a grade stays as it is, and is named. Needs the \
            server.

            Examples:
              noteit record close F25
              noteit record close F25 CMPT120=A- MATH150=B+ HIST101=W
            """)

    @Argument(help: "The term, then courses with their grades: F25 CMPT120=A-.") var words: [String]
    @Option(
        help: ArgumentHelp("Your plan, by name or id, if you have several.", valueName: "plan"), completion: Completions.plans)
    var plan: String?
    @Flag(help: "Keep courses even if the catalog does not have them.") var allowUnknown = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let (term, courses) = try term(context)
        let record = try await context.client.record()
        let open = try await open(in: term, record, context) + courses.filter { $0.grade == nil }.map(\.code)
        guard !open.isEmpty || !courses.isEmpty else {
            throw Complaint(
                "Neither your record nor your plan has a course in \(term.name).",
                advice: ["Name the courses: noteit record close \(term) CMPT120=A-"])
        }
        var grades = [CourseCode: Grade]()
        for course in courses { if let grade = course.grade { grades[course.code] = grade } }
        for code in open where grades[code] == nil && context.canAsk {
            let answer = try context.console.ask(Styled("Grade of \(code), or nothing if it is not known: "))
            if !answer.isEmpty { grades[code] = try context.grade(answer) }
        }
        let known = record.items.filter { $0.term == term }
        let items = grades.map { code, grade in
            var item = known.first { $0.course == code } ?? RecordItem(course: code, term: term)
            (item.grade, item.inProgress) = (grade, false)
            return item
        }.sorted { $0.course < $1.course }
        let left = open.filter { grades[$0] == nil }
        let change = RecordChange(of: record.items, by: items, replacing: false)
        let saved = change.isEmpty ? record : try await context.save(change, over: record, unknown: allowUnknown)
        let names = Set(left).sorted().map(\.description).joined(separator: ", ")
        let end = left.isEmpty ? "\(term.name) is closed." : "No grade yet: \(names)."
        try await change.report(saved, end, context)
        if !left.isEmpty, context.form != .pretty { context.say(Styled(end, .warning)) }
    }

    private func term(_ context: CommandContext) throws -> (AcademicTerm, [GradedCourse]) {
        // The shell may have cut a term such as "fall 2025" in two.
        for count in [1, 2] where words.count >= count {
            if let term = AcademicTermPhrase.term(words.prefix(count).joined(separator: " ")) {
                return (term, try context.gradedCourses(words.dropFirst(count)))
            }
        }
        return (try context.academicTerm(words.first ?? ""), [])
    }

    /// The courses of the term that have no grade in the record.
    private func open(in term: AcademicTerm, _ record: AcademicRecord, _ context: CommandContext) async throws -> [CourseCode] {
        let running = record.items.filter { $0.term == term && $0.inProgress }.map(\.course)
        let names = try await context.degreePlanNames()
        let own: DegreePlan? =
            if let plan { try await context.ownDegreePlan([plan]) } else { names.own.count == 1 ? names.own[0] : nil }
        let planned = own?.terms.first { $0.term == term }?.courses ?? []
        let taken = Set(record.items.filter { $0.term == term }.map(\.course))
        return running + planned.filter { !taken.contains($0) }
    }
}

/// A course as `CMPT120=A-` names it.
struct GradedCourse {
    var code: CourseCode
    /// Nil without one.
    var grade: Grade?
}

extension CommandContext {
    func grade(_ text: String) throws -> Grade {
        try Grade(text.uppercased()).understood(text, as: "a grade", "As in: B+, 72%, P")
    }

    /// The courses in words such as `CMPT120=A- MATH 150 HIST101=B`.
    func gradedCourses(_ words: some Sequence<String>) throws -> [GradedCourse] {
        var (courses, pending) = ([GradedCourse](), [String]())
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            pending.append(parts[0])
            guard parts.count == 2 else { continue }
            let codes = try courseCodes(pending)
            courses += codes.map { GradedCourse(code: $0) }
            pending = []
            guard !codes.isEmpty else { throw Complaint.usage("'\(word)' names no course.", "As in: CMPT120=A-") }
            courses[courses.count - 1].grade = try grade(parts[1])
        }
        return courses + (try pending.isEmpty ? [] : courseCodes(pending)).map { GradedCourse(code: $0) }
    }
}
