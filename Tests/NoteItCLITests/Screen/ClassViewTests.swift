import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Keys and changes of the full-screen view, without a terminal.
struct ClassViewTests {
    private let now = StudySamples.at("2026-11-23 17:20")
    private let bob: Author
    private let ada: Account

    init() {
        bob = Author(id: .make(at: now), displayName: "Bob", role: .student)
        ada = Account(id: .make(at: now), email: "ada@example.edu", displayName: "Ada", role: .student)
    }

    private func event(_ number: Int, _ title: String, due: Date? = nil, kind: Event.Kind = .note) -> Event {
        Event(
            id: .make(at: now), course: StudySamples.course, number: number, kind: kind, title: title, body: "", tags: [],
            due: due, visibility: .public, sections: [], author: bob, createdAt: now, editedAt: nil, rev: 1, replyCount: 0,
            latestText: title, dueHistory: [], activity: 1)
    }

    private func view(_ events: [Event], width: Int = 60, height: Int = 12) -> ClassView {
        let clock = DueText(now: now, timeZone: StudySamples.vancouver)
        var book = ClassBook(account: ada, clock: clock, dayClock: clock, unicode: true)
        (book.isKnown, book.courses) = (true, [StudySamples.course])
        for event in events { book.events[event.id] = event }
        return ClassView(book, size: ScreenSize(width: width, height: height))
    }

    private func text(_ view: ClassView) -> [String] {
        var view = view
        return view.frame().lines.map(\.text)
    }

    @Test func dueEventsAreThoseOfTheNextDaysOrTheNextOne() {
        let far = event(1, "Far", due: now + 40 * 86_400)
        #expect(view([far]).book.due == [far])
        let near = event(2, "Near", due: now + 2 * 86_400)
        #expect(view([far, near, event(3, "Past", due: now - 2 * 86_400)]).book.due == [near])
    }

    @Test func theSelectionStaysWithItsEventWhenOthersCome() {
        let (first, second) = (event(1, "First", due: now + 7_200), event(2, "Second", due: now + 10_800))
        var view = view([first, second], height: 20)
        _ = view.frame()
        _ = view.press(.down)
        #expect(text(view).contains { $0.hasPrefix("▸ ") && $0.contains("Second") })
        #expect(view.apply([.upsert(.event(event(3, "Sooner", due: now + 3_600)), rev: 1)]) == .nothing)
        #expect(text(view).contains { $0.hasPrefix("▸ ") && $0.contains("Second") })
        #expect(view.press(.enter) == .open(second.id))
        _ = view.apply([.remove(.event, id: second.id.description)])
        #expect(text(view).contains { $0.hasPrefix("▸ ") })
    }

    @Test func theFirstRowIsChosenUntilTheFirstKey() {
        let (first, second) = (event(1, "First", due: now + 7_200), event(2, "Sooner", due: now + 3_600))
        var view = view([first], height: 20)
        #expect(text(view).contains { $0.hasPrefix("▸ ") && $0.contains("First") })
        _ = view.frame()
        #expect(view.apply([.upsert(.event(second), rev: 1)]) == .nothing)
        #expect(text(view).contains { $0.hasPrefix("▸ ") && $0.contains("Sooner") })
        _ = view.frame()
        #expect(view.press(.enter) == .open(second.id))
        #expect(view.apply([.upsert(.event(event(3, "Soonest", due: now + 1_800)), rev: 1)]) == .nothing)
        #expect(text(view).contains { $0.hasPrefix("▸ ") && $0.contains("Sooner") })
    }

    @Test func everyFrameFillsTheScreenExactly() {
        let events = (1...40).map { event($0, "実験 \($0) 🎉 a long title that does not fit", due: now + Double($0) * 3_600) }
        for (width, height) in [(20, 5), (60, 20), (80, 24), (120, 40), (5, 1), (1, 2)] {
            var view = view(events, width: width, height: height)
            for key in [Key.down, .pageDown, .letter("G"), .up, .letter("?"), .down, .escape, .letter("/"), .letter("実")] {
                _ = view.press(key)
                let frame = view.frame()
                #expect(frame.lines.count == height && frame.lines.allSatisfy { $0.width <= width })
            }
        }
    }

    @Test func theChosenRowIsAlwaysOnTheScreen() {
        let events = (1...40).map { event($0, "Lab \($0)", due: now + Double($0) * 3_600) }
        var view = view(events, height: 8)
        for key in Array(repeating: Key.down, count: 80) + Array(repeating: .up, count: 80) {
            _ = view.press(key)
            #expect(text(view).contains { $0.hasPrefix("▸ ") })
        }
        #expect(text(view)[1] == "Today")
    }

    @Test func aReplyIsTypedKeptAndSent() {
        let question = event(1, "Open book?", due: now + 3_600)
        var view = view([question])
        _ = view.frame()
        for key in [Key.down, .letter("r"), .letter("Y"), .letter("q"), .escape] { #expect(view.press(key) == nil) }
        #expect(text(view).last == "Nothing was sent. r continues.")
        _ = view.press(.letter("r"))
        #expect(text(view).last == "Reply to CMPT225#1: Yq")
        #expect(view.press(.enter) == .send("Yq", to: question.id, anonymous: false))
    }

    @Test func aReplyWhereTheReaderHasAnAliasIsAnonymous() {
        let question = event(1, "Open book?", due: now + 3_600)
        var view = view([question], width: 100)
        view.book.marks[question.id] = EventMark(
            event: question.id, course: question.course, mine: true, alias: Account.ID.make(at: now))
        _ = view.frame()
        for key in [Key.down, .letter("r"), .letter("Y")] { #expect(view.press(key) == nil) }
        #expect(text(view).last == "Reply to CMPT225#1 (anonymously): Y")
        #expect(view.press(.enter) == .send("Y", to: question.id, anonymous: true))
        #expect(view.press(.letter("R")) == .write(question.id, anonymous: true))
        // Staff cannot post anonymously.
        view.book.staffed = [question.course]
        #expect(view.press(.letter("R")) == .write(question.id, anonymous: false))
    }

    @Test func whatWasReadHereStaysReadWhenAnOlderMarkComes() {
        let event = event(1, "Lab")
        var view = view([event])
        view.book.news = [event.id]
        #expect(view.book.unread == [event])
        view.book.see(event.id)
        #expect(view.apply([.upsert(.mark(EventMark(event: event.id, course: event.course, seen: 0)), rev: nil)]) == .nothing)
        #expect(view.book.unread.isEmpty)
    }

    @Test func eachKeyCountsOnTheKeysBeforeItWhoseOutcomeIsNotKnownYet() throws {
        let event = event(1, "Lab 4", due: now + 7_200)
        var view = view([event], height: 20)
        _ = view.frame()
        var requests = (0..<3).map { _ in view.press(.letter("f")) }
        #expect(requests == [true, false, true].map { .follow(event.id, wanted: $0) })
        requests = [view.press(.letter("d")), view.press(.letter("d"))]
        #expect(requests == [.tick(event.id, done: true), .tick(event.id, done: false)])
        view.settle(.follow(event.id, wanted: true))
        #expect(view.press(.letter("f")) == .follow(event.id, wanted: false))
        for wanted in [false, true, false] { view.settle(.follow(event.id, wanted: wanted)) }
        #expect(view.press(.letter("f")) == .follow(event.id, wanted: true), "nothing is under way, and nothing was followed")
    }

    @Test func aStudyBlockThatIsPutOffTwiceAtOnceGoesAnHourLater() throws {
        let block = StudySamples.block("f", .study, "2026-11-23 20:00", "2026-11-23 21:00", 1, "Read chapter 4")
        var view = view([])
        view.book.tasks = StudySamples.tasks.keyed(by: \.id)
        var plan = StudyPlan.empty
        plan.blocks = [block]
        view.book.plan = plan
        view.book.day = [CalendarItem(.study, "Read chapter 4", block.start..<block.end, id: "f")]
        _ = view.frame()
        let starts = try (0..<3).map { _ in
            guard case .change(let before, let patch, _)? = view.press(.letter(">")) else {
                throw DomainError.notFound("block")
            }
            return try patch.applied(to: before).start
        }
        #expect(starts == (1...3).map { block.start + Double($0) * 1_800 })
    }

    @Test func qGoesBackThenQuitsAndControlCQuits() {
        var view = view([])
        #expect(view.press(.letter("?")) == nil && view.press(.letter("q")) == nil && view.press(.letter("q")) == .quit)
        #expect(view.press(.interrupt) == .quit && view.press(.suspend) == .suspend && view.press(.escape) == nil)
    }
}
