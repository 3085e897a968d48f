import ArgumentParser

struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "List the messages to devices that wait or failed.", subcommands: [Queue.self])

    struct Queue: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "queue", abstract: "List the messages by Web Push that wait or failed, newest first.",
            discussion: """
                One line for each message: time in UTC, kind, email of its person, failed tries, next try, and why the last one \
                failed. A server tries for a day, ever more rarely.
                """)

        @OptionGroup var limit: QueueOptions
        @OptionGroup var database: DatabaseOptions

        func run() async throws { try await limit.show(.push, in: database) }
    }
}
