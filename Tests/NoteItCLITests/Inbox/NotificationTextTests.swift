import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// What an inbox says, and why.
struct NotificationTextTests {
    private static let now = Date(timeIntervalSince1970: 1_795_291_200)
    private static let ada = Author(id: .make(at: now), displayName: "Ada", role: .student)
    private static let bob = Author(id: .make(at: now), displayName: "Bob", role: .student)

    private func event(by author: Author = bob, kind: Event.Kind = .question, mustRead: Bool = false) -> Event {
        Event(
            id: .make(at: Self.now), course: "202530.CMPT225", number: 42, kind: kind, title: "Lab 4", body: "", tags: [],
            due: Self.now + 3_600, visibility: .public, sections: [], author: author, createdAt: Self.now, editedAt: nil,
            rev: 1,
            replyCount: 0, latestText: "", dueHistory: [], activity: 1, mustRead: mustRead)
    }

    private func text(
        _ kind: NoteItCore.InboxNotification.Kind, _ event: Event?, number: Int? = nil, mark: EventMark? = nil,
        hasReplied: Bool = false, reply: Reply.ID? = nil, said: String? = nil, minutes: Int? = nil, author: Author? = nil
    ) -> (sentence: String, reason: String) {
        let told = NoteItCore.InboxNotification(
            id: .make(at: Self.now), kind: kind, course: "202530.CMPT225", event: event?.id, number: number, reply: reply,
            text: said, minutes: minutes, createdAt: Self.now, readAt: nil)
        let clock = DueText(now: Self.now, timeZone: TimeZone(identifier: "America/Vancouver") ?? .gmt)
        let words = NotificationText(
            told,
            NotificationContext(
                event: event, mark: mark, reader: Self.ada.id, hasReplied: hasReplied, author: author, clock: clock))
        return (words.sentence.text, words.reason)
    }

    @Test func aNotificationNamesTheEvent() {
        #expect(text(.mention, event()) == ("CMPT225#42: you are mentioned: Lab 4", "someone mentioned you"))
        #expect(text(.mention, event(), author: Self.ada).reason == "\(Self.ada.displayName) mentioned you")
        #expect(text(.dueSoon, event(), minutes: 1_440) == ("CMPT225#42: due Sat 21 Nov 13:00: Lab 4", "1 day before"))
        #expect(text(.dueMoved, event()).sentence == "CMPT225#42: due date moved: Lab 4, now Sat 21 Nov 13:00")
        #expect(text(.notice, event(kind: .notice, mustRead: true)).reason == "staff ask you to read it")
        #expect(
            text(.noticeRetracted, nil, said: "wrong room") == ("CMPT225: a notice is taken back: wrong room", "you saw it"))
        #expect(text(.removed, nil, said: "off topic").sentence == "CMPT225: staff removed your post: off topic")
        #expect(
            text(.webhookDisabled, nil, said: "Bot: gone (410)")
                == ("CMPT225: a webhook was disabled: Bot: gone (410)", "you added it"))
        #expect(
            text(.emailTaken, nil, said: "ada@example.edu").sentence
                == "CMPT225: your email is somebody else's, so your account has none: ada@example.edu")
        #expect(text(.init(rawValue: "later"), nil) == ("CMPT225: later", "a newer noteit can say more"))
    }

    @Test func newsOfATextThatIsGoneNamesItsNumber() {
        let reply = Reply.ID.make(at: Self.now)
        #expect(text(.noticeRetracted, nil, number: 19, said: "wrong lab").sentence == "CMPT225#19 is taken back: wrong lab")
        #expect(text(.removed, nil, number: 19, said: "dup").sentence == "staff removed your CMPT225#19: dup")
        #expect(text(.removed, nil, number: 19).sentence == "staff removed your CMPT225#19")
        #expect(text(.removed, event(), reply: reply, said: "dup").sentence == "staff removed your reply to CMPT225#42: dup")
        #expect(text(.restored, nil, number: 19).sentence == "CMPT225#19: staff restored your post")
        #expect(text(.restored, event(), reply: reply).sentence == "CMPT225#42: staff restored your reply: Lab 4")
    }

    @Test func theNewsOfADegreePlanIsASentence() {
        var plan = DegreeSamples.plan(10, "My way")
        let comment = PlanReply(
            id: .make(at: Self.now), plan: plan.id, number: 1, parent: nil, body: "Take STAT 270\nbefore CMPT 310.",
            author: DegreeSamples.dana, createdAt: Self.now, editedAt: nil, rev: 1)
        func words(
            _ kind: NoteItCore.InboxNotification.Kind, _ plan: DegreePlan?, _ comment: PlanReply? = nil,
            reader: Author = DegreeSamples.ada
        ) -> NotificationText {
            let told = NoteItCore.InboxNotification(
                id: .make(at: Self.now), kind: kind, course: nil, reply: comment?.id, plan: plan?.id, createdAt: Self.now,
                readAt: nil)
            return NotificationText(told, NotificationContext(reader: reader.id, plan: plan, comment: comment))
        }
        let said = words(.planReply, plan, comment)
        #expect(said.sentence.text == "Dana Adviser commented on 'My way': Take STAT 270 before CMPT 310.")
        #expect(said.reason == "it is your plan")
        #expect(words(.planReply, plan, comment, reader: DegreeSamples.dana).reason == "you follow it")
        #expect(words(.planReply, plan).sentence.text == "new comments on 'My way'")
        #expect(words(.planApproved, plan).sentence.text == "your plan 'My way' was approved")
        plan.approved = .init(by: DegreeSamples.dana, at: Self.now)
        #expect(words(.planApproved, plan).sentence.text == "Dana Adviser approved your plan 'My way'")
        (plan.approved, plan.approvalLost) = (nil, plan.approved)
        #expect(words(.planApproved, plan).sentence.text == "Dana Adviser approved your plan 'My way'")
        plan.approvalLost?.at = Self.now - 60
        #expect(
            words(.planApproved, plan).sentence.text == "your plan 'My way' was approved",
            "the other approval is of another time")
        #expect(words(.planApproved, nil).sentence.text == "your degree plan was approved")
        #expect(words(.planReply, nil).sentence.text == "new comments on a degree plan")
    }

    @Test func aStudyAlertSaysHowLongItIs() {
        #expect(text(.studyStarts, nil, said: "Read", minutes: 0).sentence == "CMPT225: study now: Read")
        #expect(text(.studyStarts, nil, said: "Read", minutes: 10).sentence == "CMPT225: study in 10 minutes: Read")
        #expect(
            text(.studyEnds, nil, said: "Read", minutes: 5) == ("CMPT225: 5 minutes left: Read", "it is in your study plan"))
        #expect(text(.studyEnds, nil, said: "Read", minutes: 0).sentence == "CMPT225: time is up: Read")
    }

    @Test func aDesktopAlertHasNoMarkupOfOthers() {
        let told = NoteItCore.InboxNotification(
            id: .make(at: Self.now), kind: .studyEnds, course: "202530.CMPT225", text: "<b>Read</b>\u{1B}", minutes: 5,
            createdAt: Self.now, readAt: nil)
        #expect(told.desktopAlert?.title == "<b>Read</b>^[")
        #expect(told.desktopAlert?.text == "CMPT225: 5 minutes left")
        var other = told
        other.kind = .mention
        #expect(other.desktopAlert == nil)
    }

    @Test func aNotificationGivesTheReason() {
        let other = event()
        let mark = EventMark(event: other.id, course: other.course, following: true)
        #expect(text(.reply, event(by: Self.ada)).reason == "you asked")
        #expect(text(.reply, event(by: Self.ada, kind: .note)).reason == "you posted it")
        #expect(text(.reply, other, mark: mark, hasReplied: true).reason == "you posted here")
        #expect(text(.reply, other, mark: mark).reason == "you follow it")
        #expect(
            text(.answer, other, mark: EventMark(event: other.id, course: other.course, meToo: true)).reason.contains("too"))
        #expect(text(.reply, other, mark: EventMark(event: other.id, course: other.course, mine: true)).reason == "you asked")
    }

    static let leads: [(String, Int?)] = [
        ("1d", 1_440), ("24h", 1_440), ("90m", 90), ("90", 90), ("2 days", 2_880), ("1 Week", 10_080), ("1 hour", 60),
        ("0d", nil),
        ("-1d", nil), ("soon", nil), ("", nil), ("1x", nil), ("99999999999999999999d", nil), ("9223372036854775807d", nil),
    ]

    @Test(arguments: leads)
    func aTimeBeforeADueDateIsUnderstood(phrase: String, minutes: Int?) { #expect(LeadPhrase.minutes(phrase) == minutes) }

    @Test(arguments: [
        (1_440, "1 day"), (60, "1 hour"), (90, "90 minutes"), (1, "1 minute"), (2_880, "2 days"), (120, "2 hours"),
    ])
    func aTimeBeforeADueDateIsWritten(minutes: Int, words: String) { #expect(LeadPhrase.words(minutes) == words) }
}
