import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit record list`.
struct RecordList: ReadingCommand, ChoosesFields {
    static let jsonFields = RecordItem.fieldNames
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the courses that you have taken, by term, with your GPA.",
        discussion: """
            The GPA is weighted with credits. Letter grades count, F too; P, W and other codes, courses in progress, transfers, \
            exams and waivers do not. Percentages have an average of their own. Of a course that you took twice, the best grade \
            counts.

            Works offline. --plain writes term, course, credits, grade, kind, done or in progress, and reason.
            """)

    @OptionGroup var scale: GradeScaleOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let record = try await context.copy.record() ?? .empty
        let credits = try await context.creditBook(of: Set(record.items.map(\.course)))
        let table = RecordTable(record, credits: credits, scale: try scale.chosen(), unicode: context.console.unicode)
        try await context.report(record.items, plain: table.rows) {
            guard !record.items.isEmpty else {
                return context.say("Your record is empty. Fill it with: noteit record import FILE.csv, or noteit record add")
            }
            context.out(table.lines(width: context.width))
        }
    }
}
