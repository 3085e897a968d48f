import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Who a search says wrote what it found.
struct SearchPageTests {
    private static let now = Date(timeIntervalSince1970: 1_795_291_200)
    private static let ada = Author(id: .make(at: now), displayName: "Ada", role: .student)
    private static let bob = Author(id: .make(at: now), displayName: "Bob", role: .student)
    private static let alias = Author.anonymous(.make(at: now))

    private func hit(_ author: Author, anonymous: Bool = false, reply: Reply? = nil) -> SearchHit {
        let event = Event(
            id: .make(at: Self.now), course: "202530.CMPT225", number: 42, kind: .question, title: "Lab 4", body: "", tags: [],
            due: nil, visibility: .public, sections: [], author: author, createdAt: Self.now, editedAt: nil, rev: 1,
            replyCount: 0, latestText: "", dueHistory: [], activity: 1, anonymous: anonymous)
        return SearchHit(event: event, reply: reply, title: MarkedText("Lab 4"), excerpt: MarkedText(""))
    }

    private func reply(_ author: Author, anonymous: Bool) -> Reply {
        Reply(
            id: .make(at: Self.now), event: .make(at: Self.now), number: 1, parent: nil, body: "", author: author,
            createdAt: Self.now, editedAt: nil, rev: 1, anonymous: anonymous)
    }

    @Test func aWordThatLooksLikeAFilterIsNamed() {
        let filters = "Filters: kind, tag, in, by, is, has, before, after, due."
        func lines(_ text: String) -> [String] { UnknownFilters(text, courses: [], handles: ["ben.example", "ada"]).lines }
        #expect(lines("from:ben heap") == ["from: is not a filter. Did you mean by:? \(filters)"])
        #expect(lines("colour:red") == ["colour: is not a filter. \(filters)"])
        #expect(lines("kind:exam https://example.edu 3:30 \"from:ben\"").isEmpty)
    }

    @Test func aFilterThatNamesNothingIsTold() {
        func lines(_ text: String) -> [String] { UnknownFilters(text, courses: [], handles: ["ben.example", "ada"]).lines }
        #expect(
            lines("by:be") == ["by: takes a handle, and @be has written nothing that you see. Did you mean by:@ben.example?"])
        #expect(lines("by:@Ben.Example by:ada -by:nobody in:CMPT999").isEmpty, "without a copy no course is unknown")
    }

    /// The words before the time.
    private func writer(_ hit: SearchHit, _ mark: EventMark? = nil) -> String? {
        let reader = PageReader(
            Self.ada.id, marks: mark.map { [hit.event.id: $0] } ?? [:], names: NameBook(hit.authors),
            clock: DueText(now: Self.now, timeZone: .gmt), unicode: false)
        return SearchPage([hit], reader: reader).lines(width: nil).last?.text.split(separator: "  ").first.map(String.init)
    }

    @Test func staffAreRemindedThatClassmatesDoNotSeeTheName() {
        #expect(writer(hit(Self.bob)) == "Bob")
        #expect(writer(hit(Self.bob, anonymous: true)) == "Bob (anonymous)")
        #expect(writer(hit(Self.ada, reply: reply(Self.bob, anonymous: true))) == "Bob (anonymous)")
        #expect(writer(hit(Self.alias, anonymous: true)) == "Anonymous")
    }

    @Test func aPostUnderTheReadersAliasIsTheirOwn() {
        let own = hit(Self.alias, anonymous: true)
        #expect(writer(own, EventMark(event: own.event.id, course: own.event.course, mine: true)) == "you")
        let replied = hit(Self.bob, reply: reply(Self.alias, anonymous: true))
        let (event, course) = (replied.event.id, replied.event.course)
        #expect(writer(replied, EventMark(event: event, course: course, alias: Self.alias.id)) == "you")
        #expect(writer(replied, EventMark(event: event, course: course, mine: true)) == "Anonymous")
    }
}
