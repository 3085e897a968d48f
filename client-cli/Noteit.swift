import ArgumentParser
import NoteItCore

/// The root of the command line: all commands, in their groups. Each command is a struct in the folder of its noun, named by its
/// words: `EventEdit` is `noteit event edit`. It makes a `CommandContext` (folder App), reads the local copy, writes through the
/// outbox or the server, and hands what it found to a page of NoteItTerminal. What is wrong it throws as a `Complaint`.
/// `NoteItProgram` (folder CommandLine) reads the arguments before all that, and reports errors after it.
struct Noteit: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "noteit",
        abstract: "Your class's shared memory, in the terminal.",
        discussion: """
            Daily use:
              noteit                                     the class at a glance; ? shows its keys
              noteit today                               what is due today
              noteit agenda                              what is due in two weeks
              noteit inbox                               your notifications
              noteit read CMPT225                        what is new in it, thread by thread
              noteit mark CMPT225                        mark all its events as seen
              noteit post CMPT225 "Lab 4" --due "fri 17:00" --kind reminder
              noteit reply CMPT225#42 "Room 9001"
              noteit task add "Read chapter 4" --minutes 90 --by fri
              noteit study                               today's study time
              noteit calendar                            your month
              noteit watch                               changes as they happen

            First steps:
              noteit auth register                       make an account
              noteit course add                          find your courses and sections
              noteit schedule build CMPT225 MATH150      timetables that do not clash
              noteit plan new "Plan A"                   your way to a degree

            Data goes to standard output, messages to standard error. Exit codes: 0 done, 1 failed, 2 cancelled, 4 not \
            signed in, 64 usage, 69 server not reached.
            """,
        version: NoteItVersion.current,
        subcommands: [CompleteCommand.self],
        groupedSubcommands: [
            CommandGroup(name: "Start here", subcommands: [Auth.self, CourseCommand.self, ScheduleCommand.self]),
            CommandGroup(
                name: "Every day",
                subcommands: [
                    Today.self, Agenda.self, Done.self, Inbox.self, Watch.self, SearchCommand.self, Post.self,
                    ReplyCommand.self,
                    EventCommand.self, AnswerCommand.self, MeToo.self, Thank.self, Remind.self, ReadCommand.self,
                    MarkCommand.self,
                    AttachmentCommand.self,
                ]),
            CommandGroup(
                name: "Your time and your degree",
                subcommands: [
                    TaskCommand.self, StudyCommand.self, CalendarCommand.self, PlanCommand.self, RecordCommand.self,
                    ProgrammeCommand.self,
                ]),
            CommandGroup(
                name: "Notifications",
                subcommands: [
                    Follow.self, Mute.self, Unmute.self, PreferencesCommand.self, MailCommand.self, PushCommand.self,
                    NtfyCommand.self,
                ]),
            CommandGroup(
                name: "Staff and moderation",
                subcommands: [
                    NoticeCommand.self, RosterCommand.self, InvitationCommand.self, Staff.self, ReportCommand.self,
                    Moderate.self,
                ]),
            CommandGroup(
                name: "Set-up",
                subcommands: [
                    AccountCommand.self, TokenCommand.self, WebhookCommand.self, OutboxCommand.self, Doctor.self,
                    Completion.self,
                ]),
        ])

    @OptionGroup(title: "Global options") var session: SessionOptions

    /// Shows the class at a glance. Without an account, says how to begin.
    func run(_ context: CommandContext) async throws {
        guard try context.client.sessions.read() != nil else {
            guard context.canBrowse else { throw CleanExit.helpRequest(self) }
            return context.sayHowToBegin()
        }
        _ = try context.account()
        if context.canBrowse { try await ClassScreen.run(context) } else { try await context.writeSummary() }
    }
}
