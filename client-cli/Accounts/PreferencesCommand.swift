import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit preferences`.
struct PreferencesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preferences",
        abstract: "Show or set when you are reminded, and see what you mute.",
        discussion: """
            The server reminds you before due dates, in your inbox, also while none of your devices is on. --plain writes the \
            reminders in minutes, then the muted courses, each on a line with its name.

            Examples:
              noteit preferences
              noteit preferences --remind 1d --remind 1h
              noteit preferences --remind none
            """)

    @Option(
        help: ArgumentHelp(
            "How long before a due date to remind you, such as 1d, 2h or 30m; several times for several; none for none.",
            valueName: "time"))
    var remind: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        if !remind.isEmpty {
            let leads = remind == ["none"] ? [] : try remind.commaSeparated.map(Self.minutes)
            _ = try await work.client.update(PreferencesPatch(reminders: leads).validated())
            _ = try await work.space.sync.refresh()
        }
        let preferences = try await work.copy.preferences()
        switch work.console.form {
        case .json: try work.writeJSON(preferences)
        case .plain:
            work.console.row(["reminders"] + preferences.reminders.map(String.init))
            work.console.row(["mutedCourses"] + preferences.mutedCourses)
        case .pretty:
            let leads = preferences.reminders.map(NotificationText.lead).joined(separator: ", ")
            work.console.out(Styled("Reminders: ") + Styled(leads.isEmpty ? "none" : leads + " before a due date", .strong))
            let muted = preferences.mutedCourses.map(code(ofCourse:)).joined(separator: ", ")
            work.console.out(Styled("Muted:     ") + Styled(muted.isEmpty ? "no course" : muted, .strong))
        }
    }

    private static func minutes(_ text: String) throws -> Int {
        if let minutes = LeadPhrase.minutes(text) { return minutes }
        throw Complaint.usage("'\(text)' is no time before a due date.", "Try one of: 1d, 12h, 90m, 2 days, none")
    }
}
