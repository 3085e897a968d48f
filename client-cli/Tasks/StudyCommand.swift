import ArgumentParser

/// `noteit study`.
struct StudyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Plan your study time around classes, and keep track of it.",
        discussion: """
            The server plans the work of 'noteit task' into your study hours, around classes and fixed tasks, and plans again \
            when anything changes. All your devices show the same plan.

            Examples:
              noteit study settings --hours "MTWRF 16:00-22:00"
              noteit task add "Read chapter 4" --minutes 90 --by fri
              noteit study today
            """,
        subcommands: [
            StudyToday.self, StudyWeekCommand.self, StudyPlanCommand.self, StudyNowCommand.self, StudyStart.self,
            StudyStop.self,
            StudyDone.self, StudyMissed.self, StudyUndo.self, StudyMove.self, StudyLater.self, StudyPin.self,
            StudySettingsCommand.self, StudyStatsCommand.self,
        ],
        defaultSubcommand: StudyToday.self)
}
