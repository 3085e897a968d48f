import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

private let now = Date(timeIntervalSince1970: 1_795_291_200)
private let clock = DueText(now: now, timeZone: TimeZone(identifier: "America/Vancouver") ?? .gmt)
private let ada = Author(id: .make(at: now), displayName: "Ada", role: .student)
private let bob = Author(id: .make(at: now), displayName: "Bob", role: .student, email: "bob@example.edu")

private func reply(_ number: Int, to parent: Reply? = nil, by author: Author = ada, anonymous: Bool = false) -> Reply {
    Reply(
        id: .make(at: now), event: Event.ID(UUID()), number: number, parent: parent?.id, body: "Reply \(number)",
        author: author,
        createdAt: now, editedAt: nil, rev: 1, anonymous: anonymous)
}

private func question(by author: Author = ada, anonymous: Bool = false, accepted: Reply? = nil, endorsed: Reply? = nil) -> Event
{
    Event(
        id: .make(at: now), course: "202530.CMPT225", number: 1, kind: .question, title: "Why?", body: "", tags: [], due: nil,
        visibility: .public, sections: [], author: author, createdAt: now, editedAt: nil, rev: 1, replyCount: 2, latestText: "",
        dueHistory: [], activity: 3, anonymous: anonymous, accepted: accepted?.id, endorsed: endorsed?.id, meToo: 2)
}

private func page(_ event: Event, _ replies: [Reply], mark: EventMark? = nil, width: Int = 80) -> [String] {
    EventPage(event, replies: replies, reader: bob.id, mark: mark, clock: clock, unicode: false).lines(width: width).map(\.text)
}

@Suite struct ReplyTreeTests {
    @Test func repliesFollowTheReplyThatTheyAnswer() {
        let (one, two) = (reply(1), reply(2))
        let replies = [one, two, reply(3, to: one), reply(4, to: two), reply(5, to: one), reply(6)]
        let nodes = ReplyTree(replies.shuffled()).nodes
        #expect(nodes.map(\.reply.number) == [1, 3, 5, 2, 4, 6])
        #expect(nodes.map(\.depth) == [0, 1, 1, 0, 1, 0])
        #expect(nodes.map(\.answers?.number) == [nil, nil, 1, nil, nil, nil], "said where it is not the one above")
    }

    @Test func aBranchIsAReplyAndAllBelowIt() {
        let one = reply(1)
        let three = reply(3, to: one)
        let tree = ReplyTree([one, reply(2), three, reply(4, to: three), reply(5, to: one)])
        #expect(tree.branch(one.id).map(\.reply.number) == [1, 3, 4, 5])
        #expect(tree.branch(three.id).map(\.reply.number) == [3, 4])
        #expect(tree.branch(reply(6).id).isEmpty)
    }

    @Test func aReplyToADeletedReplyIsKept() {
        let gone = reply(1)
        #expect(ReplyTree([reply(2, to: gone), reply(3)]).nodes.map(\.depth) == [0, 0])
    }

    @Test func noReplyIsLostInACycle() {
        var (one, two) = (reply(1), reply(2))
        (one.parent, two.parent) = (two.id, one.id)
        #expect(ReplyTree([one, two]).nodes.map(\.reply.number) == [1, 2])
    }

    @Test(.timeLimit(.minutes(5))) func tenThousandNestedRepliesAreShown() {
        var replies = [reply(1)]
        for number in 2...10_000 { replies.append(reply(number, to: replies.last)) }
        let nodes = ReplyTree(replies).nodes
        #expect(nodes.count == 10_000 && nodes.last?.depth == 9_999)
        let lines = page(question(), replies, width: 60)
        #expect(lines.count > 20_000 && lines.allSatisfy { $0.displayWidth <= 60 })
    }
}

@Suite struct ThreadPageTests {
    @Test func answersAreMarked() {
        let (one, two) = (reply(1), reply(2))
        let lines = page(question(accepted: one, endorsed: two), [one, two])
        #expect(lines[1].contains("answered") && lines[1].contains("2 others ask this too"))
        #expect(lines.contains { $0.hasPrefix("  | CMPT225#1#1  Ada") && $0.hasSuffix("  accepted") })
        #expect(lines.contains { $0.hasPrefix("  | CMPT225#1#2  Ada") && $0.hasSuffix("  endorsed by staff") })
        let both = page(question(accepted: one, endorsed: one), [one])
        #expect(both.contains { $0.hasSuffix("  accepted, endorsed by staff") })
    }

    @Test func anonymousAuthorsAreNumbered() {
        let (first, second) = (Author.anonymous(Account.ID(UUID())), Author.anonymous(Account.ID(UUID())))
        let alone = page(question(by: first, anonymous: true), [reply(1, by: first, anonymous: true)])
        #expect(alone[2].hasPrefix("Anonymous  ") && alone.contains { $0.hasPrefix("  | CMPT225#1#1  Anonymous  ") })
        let both = page(
            question(by: first, anonymous: true),
            [reply(1, by: second, anonymous: true), reply(2, by: first, anonymous: true), reply(3, by: ada)])
        #expect(both[2].hasPrefix("Anonymous 1  "))
        #expect(
            both.contains { $0.hasPrefix("  | CMPT225#1#1  Anonymous 2  ") }
                && both.contains { $0.hasPrefix("  | CMPT225#1#2  Anonymous 1  ") })
        #expect(both.contains { $0.hasPrefix("  | CMPT225#1#3  Ada  ") })
    }

    @Test func theReadersOwnAliasIsShownAsYou() {
        let mine = Author.anonymous(Account.ID(UUID()))
        let event = question(by: mine, anonymous: true)
        let mark = EventMark(event: event.id, course: event.course, mine: true, alias: mine.id)
        let lines = page(event, [reply(1, by: mine, anonymous: true), reply(2, by: bob)], mark: mark)
        #expect(lines[2].hasPrefix("you (anonymous)  "))
        #expect(
            lines.contains { $0.hasPrefix("  | CMPT225#1#1  you (anonymous)  ") }
                && lines.contains { $0.hasPrefix("  | CMPT225#1#2  you  ") })
    }

    @Test func staffAreRemindedThatClassmatesSeeAnAlias() {
        let lines = EventPage(
            question(by: bob, anonymous: true), replies: [], reader: ada.id, clock: clock, unicode: false
        ).lines(width: nil).map(\.text)
        #expect(lines[2].hasPrefix("Bob <bob@example.edu> (anonymous to classmates)"))
    }

    @Test func aListKnowsOwnAnonymousEventsByTheirMarks() {
        let event = question(by: .anonymous(Account.ID(UUID())), anonymous: true)
        func line(_ marks: [Event.ID: EventMark]) -> String {
            EventTable(
                [DueSection(due: nil, events: [event])],
                reader: PageReader(bob.id, marks: marks, names: NameBook(events: [event]), clock: clock, unicode: false),
                namesCourses: false
            ).lines(width: nil).map(\.text)[1]
        }
        #expect(line([:]).contains("Anonymous"))
        let own = line([event.id: EventMark(event: event.id, course: event.course, mine: true)])
        #expect(own.contains("*") && own.contains("you") && !own.contains("Anonymous"))
    }
}
