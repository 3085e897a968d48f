import ArgumentParser
import Foundation
import NoteItCore
import NoteItTerminal

/// `noteit study move`.
struct StudyMove: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move the next study block to another time, where it stays.",
        discussion: """
            The block of now, or the next one; of one task, if you name it. It keeps its length, unless --for gives another. \
            The rest of the plan is made around it. 'noteit study pin --undo' lets it move again. If the server is not reached, it \
            waits in the outbox.

            Examples:
              noteit study move --to "fri 16:00"
              noteit study move read --to 19:30 --for 45m
            """)

    @Argument(help: "Task, by id or the beginning of its title.", completion: Completions.tasks) var task: [String] = []
    @Option(help: ArgumentHelp("When it begins: fri 16:00, 19:30.", valueName: "time")) var to: String
    @Option(name: .customLong("for"), help: ArgumentHelp("Another length: \(DurationPhrase.examples).", valueName: "length"))
    var length: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let clock = try await context.studyClock()
        let phrase = DuePhrase(now: clock.now, timeZone: clock.timeZone)
        let start = try (phrase.day(to) == nil ? phrase.date(to) : nil).understood(
            to, as: "a time", "Try one of: fri 16:00, 19:30, dec 1 14:00")
        let minutes = try length.map { text in
            try DurationPhrase.minutes(text).understood(text, as: "a length of time", "Try one of: \(DurationPhrase.examples)")
        }
        let block = try await context.studyBlock(.coming, of: task)
        let end = start + (minutes.map { Double($0) * 60 } ?? block.end.timeIntervalSince(block.start))
        try await context.change(block, with: StudyBlockPatch(start: start, end: end), "Moved")
    }
}
