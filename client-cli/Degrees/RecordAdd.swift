import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit record add`.
struct RecordAdd: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add courses that you have taken, or change them.",
        discussion: """
            A course of the same term is replaced. Without --credits, those of the catalog count. Needs the server.

            Examples:
              noteit record add CMPT120 --term F25 --grade A-
              noteit record add CMPT120=A- MATH150=B+ HIST101 --term F25
              noteit record add CMPT125 --term SP26 --in-progress
              noteit record add MATH100 --transfer --grade B --credits 4
              noteit record add MACM101 --waiver --reason "Olympiad"
            """)

    @Argument(help: "Courses, such as CMPT120, each perhaps with a grade: CMPT120=A-.") var course: [String]
    @Option(help: ArgumentHelp("The term, such as 202530, \"fall 2025\" or F25.", valueName: "term")) var term: String?
    @Option(help: ArgumentHelp("A grade such as B+, 72% or P.", valueName: "grade")) var grade: String?
    @Option(help: ArgumentHelp("Credits, if not those of the catalog.", valueName: "number")) var credits: String?
    @Flag(help: "It was transferred from another school.") var transfer = false
    @Flag(help: "It was given for an exam.") var exam = false
    @Flag(help: "You need not take it; it gives no credits.") var waiver = false
    @Flag(help: "You take it now.") var inProgress = false
    @Option(help: ArgumentHelp("Such as why it was waived.", valueName: "text")) var reason: String?
    @Flag(help: "Keep it even if the catalog does not have it.") var allowUnknown = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if [transfer, exam, waiver].filter(\.self).count > 1 {
            throw ValidationError("--transfer, --exam and --waiver exclude each other.")
        }
        if waiver, inProgress { throw ValidationError("A waiver cannot be in progress.") }
    }

    func run(_ context: CommandContext) async throws {
        let courses = try context.gradedCourses(course)
        let (term, credits, grade) = (try term.map(context.academicTerm), try creditAmount(), try grade.map(context.grade))
        let items = courses.map { course in
            RecordItem(
                course: course.code, term: term, credits: credits, grade: course.grade ?? grade,
                kind: transfer ? .transfer : exam ? .exam : waiver ? .waiver : .taken, inProgress: inProgress, reason: reason)
        }
        let record = try await context.client.record()
        let change = RecordChange(of: record.items, by: items, replacing: false)
        guard !change.isEmpty else {
            let names = items.map(\.course.description).joined(separator: ", ")
            return try await change.report(record, "Your record has \(names) already, just so.", context)
        }
        let saved = try await context.save(change, over: record, unknown: allowUnknown)
        try await change.report(saved, change.added.isEmpty ? "Changed." : "Added.", context)
    }

    private func creditAmount() throws -> CreditAmount? {
        try credits.map { text in
            try Double(text).flatMap(CreditAmount.init).understood(text, as: "a number of credits", "As in: --credits 3")
        }
    }
}
