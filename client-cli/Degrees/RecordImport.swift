import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal
import Registrar

/// `noteit record import`.
struct RecordImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the courses that you have taken from a table.",
        discussion: """
            Commas, semicolons or tabs separate the columns. The first line names them, in any order: course (or subject and number), term, grade, credits, kind (taken, \
            transfer, exam or waiver), in progress (yes or no), reason. Only the course is needed. Common other names, such as \
            semester, units and mark, are understood too; further columns are ignored.

            A course of the same term is replaced; other items stay, unless --replace is given. If any line is wrong, nothing is \
            imported, and every wrong line is named. Needs the server. --plain writes + added, ~ changed or - dropped, then the \
            item as 'noteit record list' does.

            Examples:
              noteit record import transcript.csv --dry-run
              noteit record import transcript.csv
            """)

    @Argument(help: "The CSV file.", completion: .file()) var file: String
    @Flag(help: "Drop the items that the file does not have.") var replace = false
    @Flag(help: "Show what would change, and change nothing.") var dryRun = false
    @Flag(help: "Keep courses that the catalog does not have.") var allowUnknown = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let content = try read()
        let context = try await CommandContext(inStep: session)
        if !content.ignored.isEmpty {
            context.say(Styled("Ignored columns: \(content.ignored.joined(separator: ", "))", .faint))
        }
        let record = try await context.client.record()
        let change = RecordChange(of: record.items, by: content.rows.map(\.item), replacing: replace)
        let place = { (item: RecordItem) in content.rows.first { $0.item == item }.map { "line \($0.line)" } }
        if dryRun {
            if !allowUnknown { try await requireKnown(content.rows, context) }
            return try await change.report(record, "Nothing was changed. It would be: \(change.summary).", context)
        }
        guard !change.isEmpty else {
            return try await change.report(record, "Your record has all of it already.", context)
        }
        let saved = try await context.save(change, over: record, unknown: allowUnknown, place: place)
        try await change.report(saved, "Imported \(file): \(change.summary).", context)
    }

    private func read() throws -> RecordFile.Content {
        do throws(RegistrarError) {
            return try RecordFile(path: file) { AcademicTermPhrase.term($0) }.content()
        } catch {
            guard case .badRows(let file, let rows, let more) = error else { throw Complaint(error.description) }
            throw Complaint(
                "\(file): \(more ? "more than " : "")\(counted(rows.count, "line")) cannot be read. Nothing was imported.",
                advice: rows.map { "line \($0.line): \($0.why)" })
        }
    }

    /// Names the taken courses that the catalog does not have, as the server would. An empty catalog has all.
    private func requireKnown(_ rows: [RecordFile.Row], _ context: CommandContext) async throws {
        let taken = rows.filter { $0.item.kind == .taken }
        let subjects = Set(taken.map(\.item.course.subject))
        let entries = try await context.client.catalogEntries(of: Set(taken.map(\.item.course)))
        let unknown = taken.filter { row in !entries.contains { $0.code == row.item.course } }
        guard !unknown.isEmpty else { return }
        let any = try await context.client.catalogEntries(matching: CatalogEntryQuery(), page: PageRequest(limit: 1))
        if any.items.isEmpty { return }
        var known: [String] = []
        for subject in subjects.sorted() {
            known += try await context.client.catalogEntries(matching: CatalogEntryQuery(subject: subject)).map(
                \.code.description)
        }
        let faults = unknown.map { row in
            let near = Suggestion.nearest(to: row.item.course.description, among: known)
            let question = near.isEmpty ? "" : ", did you mean \(Suggestion.choice(near))?"
            return "line \(row.line): \(row.item.course) is not in the catalog\(question)"
        }
        throw Complaint(
            "The record could not be saved.",
            advice: faults + ["To keep courses that the catalog does not have, give --allow-unknown."])
    }
}
