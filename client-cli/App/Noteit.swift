import ArgumentParser
import Foundation
import NoteItTerminal

/// The root of the command line.
struct Noteit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noteit",
        abstract: "Your class's shared memory, in the terminal.",
        discussion: """
            Daily use:
              noteit today                               what is due today
              noteit agenda                              what is due in two weeks
              noteit inbox                               what concerns you
              noteit read CMPT225                        nothing of it is new any more
              noteit post CMPT225 "Lab 4" --due "fri 17:00" --kind reminder
              noteit reply CMPT225#42 "Room 9001"
              noteit watch                               changes as they happen

            First steps:
              noteit auth register                       make an account
              noteit course add                          find your courses and sections
              noteit schedule build CMPT225 MATH150      timetables that do not clash

            Data goes to standard output, talk to standard error. Exit codes: 0 done, 1 failed, 2 cancelled, \
            4 not signed in, 64 usage, 69 server not reached.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Daily",
                subcommands: [
                    Today.self, Agenda.self, Inbox.self, ReadCommand.self, Follow.self, Mute.self, Unmute.self, Post.self,
                    ReplyCommand.self, NoticeCommand.self, Search.self, Watch.self,
                ]),
            CommandGroup(
                name: "Things",
                subcommands: [
                    EventCommand.self, AnswerCommand.self, MeToo.self, AttachmentCommand.self, CourseCommand.self,
                    ScheduleCommand.self, OutboxCommand.self,
                ]),
            CommandGroup(
                name: "Together", subcommands: [ReportCommand.self, Roster.self, Staff.self, Moderate.self]),
            CommandGroup(
                name: "Set-up",
                subcommands: [Auth.self, AccountCommand.self, PreferencesCommand.self, Doctor.self, Completion.self]),
        ])

    static let version = "0.1.0"

    @OptionGroup(title: "Global options") var session: SessionOptions

    /// What is new, for who is signed in, then the help.
    func run() async throws {
        if let work = try? Workplace(session), (try? work.account()) != nil { await work.greet() }
        throw CleanExit.helpRequest(self)
    }
}

@main
enum Main {
    static func main() async {
        Interruption.install()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try await Noteit.asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(Complaint.report(error, arguments: arguments))
        }
    }
}
