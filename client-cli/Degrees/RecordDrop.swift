import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit record drop`.
struct RecordDrop: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Take a course out of your record.",
        discussion: """
            Needs the server.

            Examples:
              noteit record drop CMPT120
              noteit record drop CMPT120 --term F25      if you took it twice
            """)

    @Argument(help: "Course, such as CMPT120.") var course: [String]
    @Option(help: ArgumentHelp("The term, if you took it in several.", valueName: "term")) var term: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let (codes, term) = try (context.courseCodes(course), term.map(context.academicTerm))
        let record = try await context.client.record()
        let gone = try codes.map { try item($0, term, record) }
        let left = record.items.filter { !gone.contains($0) }
        let change = RecordChange(of: record.items, by: left, replacing: true)
        let saved = try await context.save(change, over: record, unknown: true)
        try await change.report(saved, "Dropped.", context)
    }

    private func item(_ code: CourseCode, _ term: AcademicTerm?, _ record: AcademicRecord) throws -> RecordItem {
        let found = record.items.filter { $0.course == code && (term == nil || $0.term == term) }
        guard let first = found.first else {
            let near = Suggestion.nearest(to: code.description, among: Set(record.items.map(\.course.description)).sorted())
            let question = near.isEmpty ? "" : " Did you mean \(Suggestion.choice(near))?"
            throw Complaint("\(code) is not in your record\(term.map { " of \($0.name)" } ?? "").\(question)")
        }
        guard found.count == 1 else {
            let terms = found.map { $0.term?.name ?? "no term" }.joined(separator: " and ")
            throw Complaint.usage("\(code) is in your record for \(terms).", "Say which with --term, such as F25.")
        }
        return first
    }
}
