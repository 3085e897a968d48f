import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit study settings`.
struct StudySettingsCommand: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or set your study hours, the lengths of blocks, alerts and rules.",
        discussion: """
            Study hours are given for days, and replace the hours of these days. A rule makes a task of each event of a kind, \
            such as every exam of a course. In the mode 'balanced' tasks are split into blocks and spread over the days, well before \
            their deadlines; in 'weeks' they are done as early as can be, in few blocks; in 'even' each task gets one block, \
            as long as the others. Showing works offline. --plain writes a name and its values on each line.

            Examples:
              noteit study settings
              noteit study settings --hours "MTWRF 16:00-22:00" --hours "sat 10-12 14-18"
              noteit study settings --hours "fri none"
              noteit study settings --minimum 30 --maximum 2h --break 10 --limit 5h
              noteit study settings --mode balanced --longest-run 2h --long-break 30m
              noteit study settings --alert-start 10 --alert-end none
              noteit study settings --rule "CMPT225 exam 6h" --rule "MATH150 exam none"
            """)

    @Option(help: ArgumentHelp("Study hours of days: \(StudyHoursPhrase.examples); or none for all.", valueName: "hours"))
    var hours: [String] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("The shortest block.", valueName: "length")) var minimum: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The longest block.", valueName: "length")) var maximum: String?
    @Option(
        name: .customLong("break"), parsing: .unconditional,
        help: ArgumentHelp("The break between two blocks; 0 for none.", valueName: "length"))
    var pause: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The most study on one day, or none.", valueName: "length")) var limit:
        String?
    @Option(help: ArgumentHelp("balanced, weeks or even.", valueName: "mode")) var mode: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("In the mode 'balanced': how long to study without a long break.", valueName: "length"))
    var longestRun: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("In the mode 'balanced': how long that break is.", valueName: "length"))
    var longBreak: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long before the start of a block to alert, or none.", valueName: "length"))
    var alertStart: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long before the end of a block to alert, or none.", valueName: "length"))
    var alertEnd: String?
    @Option(help: ArgumentHelp("Time zone, such as America/Vancouver.", valueName: "zone")) var zone: String?
    @Option(
        help: ArgumentHelp("Course, kind of event and work, as in: CMPT225 exam 6h; none removes the rule.", valueName: "rule"))
    var rule: [String] = []
    @OptionGroup(title: "Global options") var session: SessionOptions

    private var isAny: Bool {
        !hours.isEmpty || !rule.isEmpty
            || [minimum, maximum, pause, limit, mode, longestRun, longBreak, alertStart, alertEnd, zone].contains { $0 != nil }
    }

    func run(_ context: CommandContext) async throws {
        var settings = try await context.copy.studySettings()
        if isAny {
            let old = try await context.usualStudySettings()
            let changed = try await changed(old, context)
            settings = try await context.client.set(changed)
            try await context.refresh()
            if old.timeZone != changed.timeZone, try await context.copy.tasks().contains(where: { $0.kind == .fixed }) {
                context.say(
                    Styled(
                        "Fixed tasks keep their moments, so their times of day change. See: noteit task list --kind fixed",
                        .warning))
            }
        }
        let usual = try await context.usualStudySettings()
        let shown = settings ?? usual
        let page = StudySettingsPage(shown)
        try await context.report(shown, plain: page.rows) {
            context.out(page.lines)
            try await context.sayMissingHours()
        }
    }

    /// Throws a complaint that names every wrong option.
    private func changed(_ old: StudySettings, _ context: CommandContext) async throws -> StudySettings {
        var change = SettingsChange(settings: old)
        for text in hours { change.setHours(text) }
        change.set("--minimum", minimum, \.minimumBlock)
        change.set("--maximum", maximum, \.maximumBlock)
        change.set("--break", pause, \.break)
        change.set("--longest-run", longestRun, \.longestRun)
        change.set("--long-break", longBreak, \.longBreak)
        change.setOrClear("--limit", limit, \.dailyLimit)
        change.setOrClear("--alert-start", alertStart, \.alerts.start)
        change.setOrClear("--alert-end", alertEnd, \.alerts.end)
        change.setMode(mode)
        if let zone { change.settings.timeZone = zone }
        for text in rule {
            let course = try? await text.split(separator: " ").first.asyncMap { try await context.myCourse(String($0)).id }
            change.setRule(text, course: course)
        }
        return try change.valid()
    }
}

/// Study settings that options change one by one; wrong ones are collected.
private struct SettingsChange {
    var settings: StudySettings
    private var faults: [FieldError] = []

    init(settings: StudySettings) { self.settings = settings }

    private mutating func refuse(_ option: String, _ why: String) { faults.append(FieldError(field: option, detail: why)) }

    mutating func setHours(_ text: String) {
        if text.lowercased() == "none" { return settings.hours = [:] }
        guard let phrase = StudyHoursPhrase(text) else {
            let clock = text.split(separator: "-").map { TimeFault.words(String($0)) }.first {
                $0.contains("not a time of day")
            }
            let backward = StudyHoursPhrase.backward(in: text).map { "'\($0)' must end after it starts" }
            let why = clock ?? backward ?? "could not understand '\(text)'"
            return refuse("--hours", "\(why); try one of: \(StudyHoursPhrase.examples)")
        }
        for day in phrase.days { settings.hours[String(day)] = phrase.hours.isEmpty ? nil : phrase.hours }
    }

    /// A length that may be 0.
    private mutating func length(_ option: String, _ text: String) -> Int? {
        if ["0", "0m", "0h"].contains(text.lowercased()) { return 0 }
        if let count = Int(text), count > 0 { return count }
        let minutes = LeadPhrase.minutes(text) ?? DurationPhrase.minutes(text)
        if minutes == nil { refuse(option, "'\(text)' is not a length of time; try \(DurationPhrase.examples)") }
        return minutes
    }

    mutating func set(_ option: String, _ text: String?, _ field: WritableKeyPath<StudySettings, Int>) {
        guard let text, let minutes = length(option, text) else { return }
        settings[keyPath: field] = minutes
    }

    mutating func setOrClear(_ option: String, _ text: String?, _ field: WritableKeyPath<StudySettings, Int?>) {
        guard let text else { return }
        if text.lowercased() == "none" { return settings[keyPath: field] = nil }
        if let minutes = length(option, text) { settings[keyPath: field] = minutes }
    }

    mutating func setMode(_ text: String?) {
        guard let text else { return }
        guard let mode = StudySettings.Mode(rawValue: text.lowercased()) else {
            return refuse("--mode", "'\(text)' is not a mode; write balanced, weeks or even")
        }
        settings.mode = mode
    }

    /// - Parameter course: that the first word names; nil if it names none.
    mutating func setRule(_ text: String, course: Course.ID?) {
        let words = text.split(separator: " ").map(String.init)
        let form = "write a course, a kind of event and the work, as in: CMPT225 exam 6h"
        guard words.count >= 3, let kind = Event.Kind(rawValue: words[1].lowercased()) else {
            return refuse("--rule", "could not understand '\(text)'; \(form)")
        }
        guard let course else { return refuse("--rule", "'\(words[0])' is not one of your courses; \(form)") }
        let work = words.dropFirst(2).joined(separator: " ")
        let minutes = DurationPhrase.minutes(work)
        guard minutes != nil || work.lowercased() == "none" else {
            return refuse("--rule", "'\(work)' is not a length of time; \(form)")
        }
        settings.rules.removeAll { $0.course == course && $0.kind == kind }
        if let minutes { settings.rules.append(.init(course: course, kind: kind, minutes: minutes)) }
    }

    /// Throws a complaint that names every wrong option.
    func valid() throws -> StudySettings {
        let names = [
            "timeZone": "--zone", "minimumBlock": "--minimum", "maximumBlock": "--maximum", "break": "--break",
            "dailyLimit": "--limit", "longestRun": "--longest-run", "longBreak": "--long-break",
            "alerts.start": "--alert-start", "alerts.end": "--alert-end",
        ]
        do {
            let checked = try settings.validated()
            guard faults.isEmpty else { throw Complaint(faults) }
            return checked
        } catch let error as DomainError {
            guard case .invalid(let errors) = error else { throw error }
            throw Complaint(
                faults
                    + errors.map { error in
                        // What is null in JSON is none here.
                        hoursFault(error)
                            ?? FieldError(
                                field: names[error.field] ?? error.field,
                                detail: error.detail.replacingOccurrences(of: "or null", with: "or none"))
                    })
        }
    }

    /// Names the day and the hours of a fault of `hours.M.1`; nil for other fields.
    private func hoursFault(_ error: FieldError) -> FieldError? {
        let path = error.field.split(separator: ".").map(String.init)
        guard path.count == 3, path[0] == "hours", let index = Int(path[2]), let hours = settings.hours[path[1]],
            hours.indices.contains(index)
        else { return nil }
        let times = "\(StudySettingsPage.words(days: path[1])) \(hours[index].start)-\(hours[index].end)"
        return FieldError(field: "--hours", detail: "\(times) \(error.detail)")
    }
}
