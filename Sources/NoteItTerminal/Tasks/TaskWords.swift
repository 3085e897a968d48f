import Foundation
import NoteItCore

/// The fields of a task as a person typed them. A field that was not typed is nil; `none` clears one.
public struct TaskWords: Sendable, Equatable {
    public var title, notes: String?
    /// Start, end and length of a fixed task.
    public var at, end, length: String?
    /// The estimate of a flexible task.
    public var minutes: String?
    public var deadline, earliest, priority, spaced: String?
    /// When flexible work is done anew.
    public var every: String?
    /// A recurrence as people type it, or a rule of RFC 5545.
    public var repeats, rule: String?

    public init() {}

    /// Whether they describe a fixed time, and not work.
    var isFixed: Bool { [at, end, length, repeats, rule].contains { $0 != nil } }

    /// Gives work without a length an hour. Returns whether it did.
    public mutating func takeUsualLength() -> Bool {
        guard !isFixed, minutes == nil else { return false }
        minutes = "1h"
        return true
    }

    /// What the words mean, and every field that is wrong, by the name of its option.
    public struct Reading: Sendable, Equatable {
        public var patch = StudyTaskPatch()
        public var faults: [FieldError] = []

        mutating func refuse(_ option: String, _ why: String) { faults.append(FieldError(field: option, detail: why)) }
    }

    /// - Parameter phrase: its zone is that of the study settings.
    public func read(new phrase: DuePhrase) -> Reading {
        var reading = Reading()
        reading.patch.kind = isFixed ? .fixed : .flexible
        if isFixed {
            readTimes(phrase, old: nil, &reading)
            if at == nil { reading.refuse("--at", "is needed for a fixed time, such as --at 'fri 12:30'") }
            if end == nil, length == nil { reading.refuse("--for", "is needed with --at, such as --for 30m; or --end") }
            if minutes != nil { reading.refuse("--minutes", "is for work that may lie anywhere; write --for beside --at") }
        } else if minutes == nil {
            reading.refuse("--minutes", "is needed, such as --minutes 90; or --at and --for for a fixed time")
        }
        readRest(phrase, old: nil, &reading)
        return reading
    }

    /// - Parameters:
    ///   - task: as it is now; if one occurrence is changed, with its start and end.
    ///   - phrase: as above.
    public func read(changing task: StudyTask, _ phrase: DuePhrase) -> Reading {
        var reading = Reading()
        let becomesFixed = task.kind == .flexible && at != nil
        if becomesFixed {
            reading.patch.kind = .fixed
            if end == nil, length == nil { reading.refuse("--for", "is needed with --at, such as --for 30m; or --end") }
            if minutes != nil { reading.refuse("--minutes", "is for work that may lie anywhere; write --for beside --at") }
        } else if task.kind == .flexible {
            for (option, text) in [("--end", end), ("--for", length), ("--repeat", repeats), ("--rule", rule)] where text != nil
            {
                reading.refuse(option, "is for a fixed task; give --at too")
            }
        } else if minutes != nil {
            reading.patch.kind = .flexible
            if at != nil || end != nil || length != nil {
                reading.refuse("--minutes", "is for work that may lie anywhere; write --for beside --at")
            }
        }
        if task.kind == .fixed || becomesFixed { readTimes(phrase, old: task, &reading) }
        readRest(phrase, old: task, &reading)
        return reading
    }

    private func readRest(_ phrase: DuePhrase, old: StudyTask?, _ reading: inout Reading) {
        reading.patch.title = title
        reading.patch.notes = notes
        if let minutes {
            if let count = DurationPhrase.minutes(minutes) {
                reading.patch.minutes = .set(count)
            } else {
                reading.refuse("--minutes", DurationPhrase.fault(minutes))
            }
        }
        reading.patch.deadline = Self.date(deadline, "--by", &reading) { phrase.date($0) }
        reading.patch.earliest = Self.date(earliest, "--earliest", &reading) { text in
            phrase.day(text)?.start(in: phrase.timeZone) ?? phrase.date(text)
        }
        if let priority {
            reading.patch.priority = StudyTask.Priority.allCases.first {
                $0.rawValue.hasPrefix(priority.lowercased()) && !priority.isEmpty
            }
            if reading.patch.priority == nil {
                reading.refuse("--priority", "'\(priority)' is not a priority; write high, medium or low")
            }
        }
        if let spaced {
            if spaced.lowercased() == "none" {
                reading.patch.spaced = .cleared
            } else if let days = Int(spaced), days > 0 {
                reading.patch.spaced = .set(days)
            } else {
                reading.refuse("--spaced", "'\(spaced)' is not a number of days; try 3")
            }
        }
        if let every {
            if every.lowercased() == "none" {
                reading.patch.every = .cleared
            } else if let times = EveryPhrase.every(every) {
                reading.patch.every = .set(times)
            } else {
                reading.refuse("--every", "could not understand '\(every)'; try one of: \(EveryPhrase.examples)")
            }
        }
    }

    private static func date(
        _ text: String?, _ option: String, _ reading: inout Reading, _ read: (String) -> Date?
    ) -> Clearable<Date>? {
        guard let text else { return nil }
        if text.lowercased() == "none" { return .cleared }
        if let date = read(text) { return .set(date) }
        reading.refuse(option, TimeFault.words(text))
        return nil
    }
}

/// Times of fixed tasks.
extension TaskWords {
    private func readTimes(_ phrase: DuePhrase, old: StudyTask?, _ reading: inout Reading) {
        let rule = readRecurrence(phrase, old: old, &reading)
        let start = at.flatMap { readStart($0, phrase, old: old, on: rule, &reading) }
        reading.patch.start = start
        guard let base = start ?? (at == nil ? old?.start : nil) else {
            // The end is checked even if the start is wrong.
            if let end, phrase.date(end) == nil { reading.refuse("--end", TimeFault.words(end)) }
            _ = readLength(&reading)
            return
        }
        if let rule, let letter = rule.days.isEmpty ? nil : Day(base, in: phrase.timeZone).letter, !rule.days.contains(letter),
            start != nil
        {
            let name = CalendarNames.weekdays[Day(base, in: phrase.timeZone).weekday]
            reading.refuse("--at", "is on a \(name), which is not a day of --repeat")
        }
        if end != nil, length != nil { reading.refuse("--for", "says the same as --end; leave one out") }
        if let end {
            readEnd(end, from: base, phrase, &reading)
        } else if let minutes = readLength(&reading) {
            reading.patch.end = base.addingTimeInterval(Double(minutes) * 60)
        } else if length == nil, let start, let old, let oldStart = old.start, let oldEnd = old.end {
            reading.patch.end = start.addingTimeInterval(oldEnd.timeIntervalSince(oldStart))
        }
    }

    private func readLength(_ reading: inout Reading) -> Int? {
        guard let length else { return nil }
        let minutes = DurationPhrase.minutes(length)
        if minutes == nil { reading.refuse("--for", DurationPhrase.fault(length)) }
        return minutes
    }

    /// A time alone is on the day of the old start, else the next such time, on one of the weekdays of the recurrence.
    private func readStart(
        _ text: String, _ phrase: DuePhrase, old: StudyTask?, on rule: RepeatPhrase?, _ reading: inout Reading
    ) -> Date? {
        if phrase.day(text) != nil {
            reading.refuse("--at", "'\(text)' has no time of day; write '\(text) 16:00'")
            return nil
        }
        guard let date = phrase.date(text) else {
            reading.refuse("--at", TimeFault.words(text))
            return nil
        }
        guard let time = phrase.time(text) else { return date }
        if let start = old?.start { return phrase.moment(Day(start, in: phrase.timeZone), time) }
        guard let rule, !rule.days.isEmpty else { return date }
        let first = Day(date, in: phrase.timeZone)
        let day = (0..<7).map { first.adding(days: $0) }.first { rule.days.contains($0.letter) }
        return day.flatMap { phrase.moment($0, time) }
    }

    /// A time alone is on the day of the start.
    private func readEnd(_ text: String, from start: Date, _ phrase: DuePhrase, _ reading: inout Reading) {
        let time = phrase.time(text)
        guard let end = time.flatMap({ phrase.moment(Day(start, in: phrase.timeZone), $0) }) ?? phrase.date(text) else {
            return reading.refuse("--end", TimeFault.words(text))
        }
        guard end > start else {
            let clock = DueText(now: phrase.now, timeZone: phrase.timeZone)
            let advice = time == nil ? "" : "; for the next day, write the day too, or --for"
            return reading.refuse("--end", "must be after the start, \(clock.short(start))\(advice)")
        }
        reading.patch.end = end
    }

    /// - Returns: the recurrence that `repeats` means.
    private func readRecurrence(_ phrase: DuePhrase, old: StudyTask?, _ reading: inout Reading) -> RepeatPhrase? {
        let exceptions = old?.recurrence?.exceptions ?? []
        if repeats != nil, rule != nil { reading.refuse("--rule", "says the same as --repeat; leave one out") }
        if let rule {
            let bare = rule.uppercased().hasPrefix("RRULE:") ? String(rule.dropFirst(6)) : rule
            if bare.uppercased().contains("FREQ=") {
                reading.patch.recurrence = .set(TaskRecurrence(rule: bare, exceptions: exceptions))
            } else {
                reading.refuse("--rule", "'\(rule)' is not a rule; write one such as FREQ=WEEKLY;BYDAY=TU,TH, or use --repeat")
            }
        }
        guard let repeats else { return nil }
        if repeats.lowercased() == "none" {
            reading.patch.recurrence = .cleared
            return nil
        }
        guard let meaning = RepeatPhrase(repeats, phrase) else {
            reading.refuse("--repeat", "could not understand '\(repeats)'; try one of: \(RepeatPhrase.examples)")
            return nil
        }
        reading.patch.recurrence = .set(TaskRecurrence(rule: meaning.rule, exceptions: exceptions))
        return meaning
    }
}
