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

    /// `Tests/Data/tasks/lines.json`, which the page is held to as well: `Tests/EndToEnd/Page/Rooms/task_line_test.js`.
    private struct Table: Decodable {
        struct Line: Decodable, Equatable {
            var line, title: String
            var deadline, priority, course, every: String?
            var minutes: Int?
        }

        var now: Date
        var zone: String
        var courses: Set<Course.ID>
        var lines: [Line]
    }

    @Test func theLinesOfTheTableAreReadAsOnThePage() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let table = try decoder.decode(Table.self, from: Data(contentsOf: tests.appending(path: "Data/tasks/lines.json")))
        let phrase = DuePhrase(now: table.now, timeZone: try #require(TimeZone(identifier: table.zone)), order: .monthFirst)
        let reader = TaskLine.Reader(phrase: phrase, courses: table.courses, given: TaskWords())
        #expect(table.lines.count > 50)
        for wanted in table.lines {
            let line = reader.read(wanted.line)
            let deadline = line.deadline.flatMap(phrase.date).map { date in
                let minute = date.minuteOfDay(in: phrase.timeZone)
                return "\(Day(date, in: phrase.timeZone)) \(WallTime(minute: minute).map(String.init) ?? "")"
            }
            let found = Table.Line(
                line: wanted.line, title: line.title, deadline: deadline, priority: line.priority?.rawValue,
                course: line.course?.text, every: line.every?.rawValue, minutes: line.minutes.flatMap(DurationPhrase.minutes))
            #expect(found == wanted)
        }
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
