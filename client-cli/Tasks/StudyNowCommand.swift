import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit study now`.
struct StudyNowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Say in one line what to do now, and what comes next.",
        discussion: """
            Works offline. --short is for a shell prompt: it reads the local copy alone, so that it is fast, and writes \
            nothing if nothing is planned today, and never an error. --plain writes the present and the next block as 'noteit study today' does, \
            with now or next before them.

            Examples:
              noteit study now
              PS1='$(noteit study now --short) \\w \\$ '
            """)

    @Flag(help: "A few words for a shell prompt.") var short = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        if short, !session.json, !session.plain {
            guard let text = try? await text(), !text.isEmpty else { return }
            return session.console.raw(text + "\n")
        }
        let context = try await CommandContext(reading: session)
        let now = try await now(context)
        let blocks = [now.current.map { ("now", $0) }, now.next.map { ("next", $0) }].compactMap { $0 }
        let answer = Dictionary(uniqueKeysWithValues: blocks)
        try await context.report(answer, plain: blocks.map { [$0] + $1.fields }) {
            context.out(now.line)
            let clock = try await context.studyClock()
            if let timer = try StudyTimerFile(context.profile).read(), timer.stop == nil {
                let minutes = timer.minutes(at: context.now)
                let counted = minutes > 0 ? " (\(minutes.asHours))" : ""
                context.say(Styled("timer: \(timer.title), since \(clock.time(timer.startedAt))\(counted)", .mine))
            }
        }
    }

    private func text() async throws -> String { try await now(CommandContext(signedIn: session)).short() }

    private func now(_ context: CommandContext) async throws -> StudyNow {
        StudyNow(try await context.copy.studyPlan()?.blocks ?? [], style: try await context.studyStyle())
    }
}
