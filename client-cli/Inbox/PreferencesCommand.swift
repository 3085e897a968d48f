import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit preferences`.
struct PreferencesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preferences",
        abstract: "Show or set reminders; list what you mute and follow.",
        discussion: """
            The server puts reminders into your inbox before due dates, even while your devices are off. --plain writes one \
            line "reminders" with the minutes, one line "mutedCourses" with the courses, then a line "follows" for each course that \
            you follow, with the kind and the tag.

            Examples:
              noteit preferences
              noteit preferences --remind 1d --remind 1h
              noteit preferences --remind none
            """)

    @Option(
        help: ArgumentHelp(
            "Time before a due date, such as 1d, 2h or 30m, or none; may be given several times.",
            valueName: "time"))
    var remind: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await remind.isEmpty ? CommandContext(reading: session) : CommandContext(inStep: session)
        if !remind.isEmpty {
            let leads = remind == ["none"] ? [] : try remind.commaSeparated.map(Self.minutes)
            _ = try await context.client.update(PreferencesPatch(reminders: leads).validated())
            try await context.refresh()
        }
        let preferences = try await context.copy.preferences()
        let rows =
            [
                ["reminders"] + preferences.reminders.map(String.init), ["mutedCourses"] + preferences.mutedCourses.map(\.text),
            ] + preferences.follows.map { ["follows", $0.course.text, $0.kind?.rawValue ?? "", $0.tag ?? ""] }
        try await context.report(preferences, plain: rows) {
            let leads = preferences.reminders.map(LeadPhrase.words).joined(separator: ", ")
            context.out(Styled("Reminders: ") + Styled(leads.isEmpty ? "none" : leads + " before a due date", .strong))
            let muted = preferences.mutedCourses.map(\.name).joined(separator: ", ")
            context.out(Styled("Muted:     ") + Styled(muted.isEmpty ? "no course" : muted, .strong))
            let followed = preferences.follows.map(\.words).joined(separator: ", ")
            context.out(Styled("Following: ") + Styled(followed.isEmpty ? "no course" : followed, .strong))
        }
    }

    private static func minutes(_ text: String) throws -> Int {
        let form = "Try one of: 1d, 12h, 90m, 2 days, none"
        return try LeadPhrase.minutes(text).understood(text, as: "a time before a due date", form)
    }
}

extension CourseFollow {
    /// `CMPT225`, `CMPT225 question #midterm`
    fileprivate var words: String {
        [course.name, kind?.rawValue, tag.map { "#\($0)" }].compactMap(\.self).joined(separator: " ")
    }
}
