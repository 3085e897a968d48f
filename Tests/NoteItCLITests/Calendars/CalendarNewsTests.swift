import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Months and weeks as people name them.
struct CalendarPhraseTests {
    @Test(
        arguments: [
            ("dec", "2026-12-01"), ("december 2027", "2027-12-01"), ("2026-12", "2026-12-01"), ("next month", "2026-12-01"),
            ("last month", "2026-10-01"), ("nov", "2026-11-01"), ("oct", "2027-10-01"), ("foo", nil), ("dec 1x", nil),
            ("2026-13", nil),
        ] as [(String, String?)])
    func aMonthIsNamed(text: String, day: String?) {
        let phrase = DuePhrase(now: CalendarSamples.at("2026-11-22 17:20"), timeZone: CalendarSamples.zone)
        #expect(phrase.month(text)?.description == day)
    }

    @Test(
        arguments: [
            ("", 0), ("C", 0), ("C.UTF-8", 0), ("POSIX", 0), ("en_US.UTF-8", 6), ("en_CA.UTF-8", 6), ("de_DE@euro", 0),
            ("ar_EG.UTF-8", 5), ("xx", 0),
        ])
    func weeksBeginAsInTheLocale(name: String, weekday: Int) {
        #expect(Locale.weekStart(["LANG": name]) == weekday)
        #expect(Locale.weekStart(["LC_ALL": "", "LC_TIME": name, "LANG": "C"]) == weekday)
    }
}

/// Personal events, imports and tasks in `noteit watch`.
struct CalendarNewsTests {
    private typealias Samples = CalendarSamples

    private func line(
        _ change: Change, personalBefore: PersonalEvent? = nil, importBefore: CalendarImport? = nil,
        taskBefore: StudyTask? = nil
    ) -> String? {
        let known = ChangeContext(personalBefore: personalBefore, importBefore: importBefore, taskBefore: taskBefore)
        return ChangeLine(change, in: known, reader: nil, clock: Samples.clock(), unicode: false)?.styled(width: nil).text
    }

    private func dentist(rule: String? = nil, rev: Int = 1) -> PersonalEvent {
        let text = PersonalEventText(
            title: "歯医者 🦷", location: "", start: Samples.at("2026-11-25 14:00"), end: Samples.at("2026-11-25 15:00"),
            allDay: false, rule: rule)
        return PersonalEvent(
            id: Samples.id(6), calendar: "personal", text: text, createdAt: Samples.at("2026-11-22 12:00"), editedAt: nil,
            rev: rev)
    }

    @Test func aPersonalEventIsShownOnOneLine() {
        #expect(
            line(.upsert(.personalEvent(dentist()), rev: 1)) == "17:20:00  personal     event      歯医者 🦷  Wed 25 Nov 14:00")
        #expect(
            line(.upsert(.personalEvent(dentist(rule: "FREQ=WEEKLY", rev: 2)), rev: 2), personalBefore: dentist())
                == "17:20:00  personal     edited     歯医者 🦷  Wed 25 Nov 14:00, repeats")
        #expect(line(.upsert(.personalEvent(dentist()), rev: 1), personalBefore: dentist()) == nil)
        let gone = Change.remove(.personalEvent, id: dentist().id.description)
        #expect(line(gone, personalBefore: dentist()) == "17:20:00  personal     gone       歯医者 🦷")
        #expect(line(gone) == "17:20:00  calendar     gone       an event")
    }

    @Test func anImportIsShownOnOneLine() {
        let (first, more) = (Samples.source("Google"), Samples.source("Google", events: 43, rev: 2))
        let failed = Samples.source("Google", error: "The host answered 404.", rev: 2)
        var again = failed
        again.rev = 3
        #expect(line(.upsert(.calendarImport(first), rev: 1)) == "17:20:00  Google       import     42 events")
        #expect(
            line(.upsert(.calendarImport(more), rev: 2), importBefore: first)
                == "17:20:00  Google       synced     43 events, before 42")
        #expect(
            line(.upsert(.calendarImport(failed), rev: 2), importBefore: first)
                == "17:20:00  Google       failed     The host answered 404.")
        #expect(line(.upsert(.calendarImport(again), rev: 3), importBefore: failed) == nil)
        #expect(
            line(.remove(.calendarImport, id: first.id.description), importBefore: first)
                == "17:20:00  Google       gone       an imported calendar")
    }

    @Test func aTaskIsShownWhenAPersonChangesIt() {
        let task = StudyTask(
            id: Samples.id(7), title: "Read chapter 7", notes: "", kind: .flexible, start: nil, end: nil, minutes: 90,
            earliest: nil, deadline: Samples.at("2026-11-27 17:00"), priority: .high, after: [], recurrence: nil, course: nil,
            event: nil, spaced: nil, done: false, minutesDone: 0, createdAt: Samples.at("2026-11-22 12:00"), editedAt: nil,
            rev: 1)
        func changed(_ edit: (inout StudyTask) -> Void) -> Change {
            var new = task
            new.rev = 2
            edit(&new)
            return .upsert(.task(new), rev: 2)
        }
        #expect(
            line(.upsert(.task(task), rev: 1)) == "17:20:00  tasks        task       Read chapter 7  by Fri 27 Nov 17:00")
        #expect(line(.upsert(.task(task), rev: 1), taskBefore: task) == nil)
        #expect(
            line(changed { $0.done = true }, taskBefore: task)
                == "17:20:00  tasks        done       Read chapter 7  by Fri 27 Nov 17:00")
        #expect(
            line(changed { $0.title = "Read chapter 8" }, taskBefore: task)
                == "17:20:00  tasks        edited     Read chapter 8  by Fri 27 Nov 17:00")
        #expect(line(changed { $0.minutesDone = 30 }, taskBefore: task) == nil)
        #expect(
            line(.remove(.task, id: task.id.description), taskBefore: task)
                == "17:20:00  tasks        gone       Read chapter 7")
        #expect(line(.remove(.task, id: task.id.description)) == "17:20:00  tasks        gone       a task")
    }
}
