import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit plan list`.
struct PlanList: ReadingCommand, ChoosesFields {
    static let jsonFields = DegreePlan.fieldNames
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your degree plans, and those that others share with you.",
        discussion: """
            Works offline. --plain writes id, name, owner if it is another, programme, first and last term, number of courses, \
            shared or private, approved or lost, number of comments, and when it was last changed.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let plans = try await context.copy.degreePlans()
        let table = DegreePlansTable(plans, reader: try context.account().id, clock: try await context.clock())
        try await context.report(plans, plain: table.rows) {
            guard !plans.isEmpty else { return context.say("You have no degree plan yet. Make one with: noteit plan new NAME") }
            context.out(table.lines(width: context.width))
        }
    }
}
