import ArgumentParser

/// `noteit calendar`.
struct CalendarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Show your month: classes, due dates, study and other calendars.",
        discussion: """
            Calendar programs can show it too: subscribe to a feed, or let them sign in with an app password to edit tasks and \
            study time. Calendars that you have elsewhere can be imported.

            Examples:
              noteit calendar
              noteit calendar CMPT225 --at dec
              noteit calendar week
              noteit calendar feed add --include classes,due
              noteit calendar password add iPhone
              noteit calendar import add https://calendar.example.org/secret.ics
            """,
        subcommands: [
            CalendarMonthCommand.self, CalendarWeekCommand.self, CalendarFeedCommand.self, CalendarImportCommand.self,
            CalendarPasswordCommand.self,
        ],
        defaultSubcommand: CalendarMonthCommand.self)
}
