import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

/// Lists, and what is new in them.
struct ListTests {
    private let section: Section.ID = "202530.1001"

    private func numbers(_ extract: EventExtract) -> [Int] { extract.sections.flatMap { $0.events.map(\.number) } }

    private func event(_ number: Int, daysAway: Double? = nil, written: Double = 0) -> Event {
        var event = Samples.event(number, due: daysAway.map { Samples.now.addingTimeInterval($0 * 86_400) })
        event.createdAt += written
        return event
    }

    @Test func aLimitTakesTheSoonestEventsAndThenTheNewestUndatedOnes() async throws {
        let events = [
            event(1, daysAway: 3), event(2, daysAway: 1), event(3, daysAway: -2), event(4, written: 5), event(5, written: 7),
            event(6, written: 6),
        ]
        try await withCopy(Samples.snapshot(at: 1, events: events)) { copy async throws in
            for course in [nil, Samples.cs225] {
                let all = EventSelection(course: course)
                #expect(try await numbers(copy.list(all)) == [3, 2, 1, 4, 5, 6])
                let most = try await copy.list(all, limit: 5)
                #expect(numbers(most) == [3, 2, 1, 5, 6] && most.more == 1)
                let few = try await copy.list(all, limit: 2)
                #expect(numbers(few) == [3, 2] && few.more == 4)
                var upcoming = EventSelection(course: course, from: Day("2025-11-21"))
                #expect(try await numbers(copy.list(upcoming)) == [2, 1])
                upcoming.includesUndated = true
                upcoming.fits = { $0.number != 2 && $0.number != 5 }
                let fitting = try await copy.list(upcoming, limit: 2)
                #expect(numbers(fitting) == [1, 6] && fitting.more == 1)
                #expect(try await copy.count(upcoming) == 3)
                #expect(try await copy.count(EventSelection(course: course, to: Day("2025-11-20"))) == 1)
            }
            #expect(try await copy.count(EventSelection(course: Samples.cs120)) == 0)
        }
    }

    @Test func ofWhatWasThereBeforeTheReaderCameOnlyLaterRepliesAndEditsAreNew() async throws {
        let (old, edited, fresh) = (event(1, written: -90), event(2, written: -80), event(3, written: 4))
        let held = [Samples.enrollment(section, in: Samples.cs225)]
        try await withCopy(Samples.snapshot(at: 1, enrollments: held, events: [old, edited, fresh])) { copy async throws in
            func new() async throws -> [Int] {
                var selection = EventSelection()
                selection.isUnread = true
                return try await numbers(copy.list(selection))
            }
            #expect(try await new() == [3])
            var (later, answered) = (edited, old)
            (later.rev, later.activity, later.editedAt) = (2, 2, Samples.now.addingTimeInterval(9))
            answered.activity = 2
            try await copy.apply(
                try Samples.batch(
                    1, 4, .upsert(.event(later), rev: 2), .upsert(.event(answered), rev: 1),
                    .upsert(.reply(Samples.reply("Yes", to: old.id, after: 10)), rev: 1)), at: Samples.now)
            #expect(try await new() == [1, 2, 3])
            #expect(try await copy.unreadCounts() == [Samples.cs225: 3])
            try await copy.see([answered])
            #expect(try await new() == [2, 3])
            try await copy.apply(try Samples.batch(4, 5, .remove(.enrollment, id: section.text)), at: Samples.now)
            #expect(try await new() == [2, 3], "whoever was never there is told all")
        }
    }

    @Test func mutedThreadsAndCoursesAreNewButNotTold() async throws {
        var notice = event(2)
        (notice.kind, notice.mustRead) = (.notice, true)
        let (thread, other) = (event(1), Samples.event(1, in: Samples.cs120))
        try await withCopy(Samples.snapshot(at: 1, events: [thread, notice, other])) { copy async throws in
            #expect(try await copy.unreadCounts() == [Samples.cs225: 2, Samples.cs120: 1])
            let mark = EventMark(event: thread.id, course: Samples.cs225, muted: true)
            let muted = Preferences(mutedCourses: [Samples.cs120, Samples.cs225])
            try await copy.apply(try Samples.batch(1, 2, .upsert(.mark(mark), rev: nil)), at: Samples.now)
            #expect(try await copy.unreadCounts() == [Samples.cs225: 1, Samples.cs120: 1])
            try await copy.apply(
                try Samples.batch(2, 3, .upsert(.preferences(muted, of: Samples.ada.id), rev: nil)), at: Samples.now)
            #expect(try await copy.unreadCounts() == [Samples.cs225: 1], "a notice that must be read")
            #expect(try await copy.unread(among: [thread, notice, other]) == [thread.id, notice.id, other.id])
            let told = try await copy.unreadNotices(limit: 5)
            #expect(told.newest == [notice] && told.count == 1)
        }
    }

    @Test func similarQuestionsShareTheRareWordsOfTheTitle() async throws {
        let titles = ["How do heaps grow?", "Is the midterm open book?", "Where is the midterm?", "Heaps of homework"]
        let questions = titles.enumerated().map { index, title in
            var question = event(index + 1)
            (question.kind, question.title) = (.question, title)
            return question
        }
        try await withCopy(Samples.snapshot(at: 1, events: questions + [event(9)])) { copy async throws in
            func like(_ title: String) async throws -> [Int] {
                try await copy.questions(like: title, in: Samples.cs225).map(\.event.number)
            }
            #expect(try await like("How does a heap grow") == [1])
            #expect(try await like("The MIDTERM") == [3, 2])
            #expect(try await like("midterm book") == [2])
            #expect(try await like("Which compiler?") == [])
            #expect(try await like("is it") == [])
            #expect(try await copy.questions(like: "midterm", in: Samples.cs120) == [])
        }
    }
}
