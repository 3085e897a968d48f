import NoteItCore
import Testing

@testable import NoteItTerminal

@Suite struct ReferenceTests {
    @Test(arguments: ["CMPT225", "cmpt 225", "Cmpt-225", " cmpt225 ", "cmpt_225"])
    func aCourseIsUnderstoodAsPeopleTypeIt(text: String) {
        #expect(CourseReference(text)?.id(in: "202530") == "202530.CMPT225")
    }

    @Test func aCourseMayNameItsTerm() {
        #expect(CourseReference("202510.cmpt225")?.id(in: "202530") == "202510.CMPT225")
    }

    @Test(arguments: ["", "#", "42", "202530.225", "CMPT 225!", "a/b", String(repeating: "A", count: 21)])
    func anInvalidCodeIsNotACourse(text: String) {
        #expect(CourseReference(text) == nil)
    }

    @Test(arguments: ["CMPT225#42", "cmpt 225#42", "cmpt225 #42", "CMPT225# 42"])
    func anEventIsItsCourseAndNumber(text: String) {
        #expect(EventReference(text) == .number(42, course: CourseReference("CMPT225")))
    }

    @Test(arguments: ["#42", "42", " 42"])
    func aNumberAloneIsAnEventToo(text: String) {
        #expect(EventReference(text) == .number(42, course: nil))
    }

    @Test func anEventMayBeNamedByItsId() {
        let id = "01a1fc30-fafe-716a-adeb-f22a984d6288"
        #expect(EventReference(id.uppercased()) == Event.ID(id).map(EventReference.id))
    }

    @Test(arguments: ["", "#", "CMPT225#", "CMPT225#0", "CMPT225#-1", "CMPT225#4x", "CMPT225#1#2", "CMPT225", "#٣", "42#3"])
    func anInvalidReferenceIsNotAnEvent(text: String) {
        #expect(EventReference(text) == nil)
    }

    @Test(arguments: ["CMPT225#42#3", "cmpt 225#42#3", "cmpt225 #42#3"])
    func aReplyIsItsEventAndNumber(text: String) {
        #expect(ReplyReference(text) == ReplyReference(.number(42, course: CourseReference("CMPT225")), number: 3))
    }

    @Test func anEventAloneIsMeantWithoutANumber() {
        #expect(ReplyReference("CMPT225#42") == ReplyReference(.number(42, course: CourseReference("CMPT225"))))
    }

    @Test(arguments: ["42#3", "#42#3"])
    func aReplyMayLeaveItsCourseOut(text: String) {
        #expect(ReplyReference(text) == ReplyReference(.number(42, course: nil), number: 3))
    }

    @Test func aReplyMayNameItsEventByItsId() {
        let id = "01a1fc30-fafe-716a-adeb-f22a984d6288"
        #expect(ReplyReference(id + "#3") == Event.ID(id).map { ReplyReference(.id($0), number: 3) })
    }

    @Test(arguments: ["", "#", "CMPT225#42#", "CMPT225#42#0", "CMPT225#42#x", "CMPT225#42#3#1", "CMPT225##3", "CMPT225"])
    func anInvalidReferenceIsNotAReply(text: String) {
        #expect(ReplyReference(text) == nil)
    }

    @Test(arguments: [
        ("CMPT225#42", true), ("cmpt 225 #42", true), ("#42", true), ("42", false), ("Lab #4", false), ("Lab", false),
    ])
    func aTitleIsNotTakenForAnEvent(text: String, isEvent: Bool) {
        #expect(EventReference.isUnmistakable(text) == isEvent)
    }
}
