import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Saturday 21 November 2026, 12:00 in Vancouver.
private let phrase = DuePhrase(
    now: Date(timeIntervalSince1970: 1_795_291_200), timeZone: TimeZone(identifier: "America/Vancouver") ?? .gmt,
    order: .monthFirst)

/// What the end of a line says of a new task.
struct TaskLineTests {
    private func read(_ text: String, _ given: TaskWords = TaskWords()) -> TaskLine {
        TaskLine.Reader(phrase: phrase, courses: ["202530.CMPT225", "202530.MATH152", "202610.MATH152"], given: given).read(
            text)
    }

    static let lines: [(String, [String?])] = [
        ("Read ch 9 fri 2h !high", ["Read ch 9", "fri", "2h", "high", nil]),
        ("Read ch 9 !high 2h fri 17:00", ["Read ch 9", "fri 17:00", "2h", "high", nil]),
        ("Essay due by next fri 1h 30m CMPT225", ["Essay", "by next fri", "1h 30m", nil, "CMPT225"]),
        ("Call in 45m 30m", ["Call", "in 45m", "30m", nil, nil]),
        ("Read chapter 4 fri", ["Read chapter 4", "fri", nil, nil, nil]),
        ("Read section 3 dec 1", ["Read section 3", "dec 1", nil, nil, nil]),
        ("Lab on 12/1 2h", ["Lab", "on 12/1", "2h", nil, nil]),
        ("Swim sun 1h", ["Swim", "sun", "1h", nil, nil]),
    ]

    @Test(arguments: lines) func whatIsClearIsTakenFromTheEnd(_ text: String, _ expected: [String?]) {
        let line = read(text)
        #expect([line.title, line.deadline, line.minutes, line.priority?.rawValue, line.course?.code] == expected)
    }

    @Test(arguments: [
        "Read 3/4", "Chapter 5", "Draw the sun", "Essay 17h", "Meet fri 5", "Notes for CMPT225", "Read MATH152", "2h", "fri",
        "Walk in the evening", "Summary of yesterday", "Read fri then rest", "It is !important",
    ])
    func whatMayMeanSomethingElseStaysInTheTitle(_ text: String) {
        #expect(read(text).title == text && read(text).taken.isEmpty)
    }

    @Test func whatAnOptionGivesIsNotTaken() {
        var given = TaskWords()
        (given.minutes, given.deadline) = ("30", "mon")
        #expect(read("Swim fri 2h !low", given).title == "Swim fri 2h")
        given = TaskWords()
        given.at = "12:30"
        #expect(read("Lunch 30m", given).title == "Lunch 30m")
    }

    @Test func aTitleWithinQuotesIsKept() {
        #expect(read("\"Read ch 9 fri\" 2h").title == "Read ch 9 fri" && read("\"Read ch 9 fri\" 2h").minutes == "2h")
        #expect(read("\"Macbeth\" and \"Hamlet\"").title == "\"Macbeth\" and \"Hamlet\"")
    }
}
