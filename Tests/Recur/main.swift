import Foundation
import ICalendar

let usage = """
    usage: recur                           answer questions about recurrences
           recur calendars                 answer questions about calendars
           recur read FILE                 print the components as JSON
           recur write FILE                print the calendar as it is written again
           recur instances FILE FROM TO    print UIDs and starts; FROM and TO are such as 20260101T000000Z
    Questions are lines of JSON on standard input; each answer is a line of JSON.
    """

func printLine(_ answer: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(answer), as: UTF8.self))
    // The program that asks waits for each answer.
    fflush(nil)
}

func answerRecurrences() throws {
    while let line = readLine() {
        do {
            try printLine(JSONDecoder().decode(Question.self, from: Data(line.utf8)).answer())
        } catch {
            try printLine(Refusal(error: String(describing: error)))
        }
    }
}

func answerCalendars() throws {
    while let line = readLine() {
        try printLine(JSONDecoder().decode(CalendarQuestion.self, from: Data(line.utf8)).answer())
    }
}

func printInstances(_ file: String, _ span: [String]) throws {
    let answer = CalendarQuestion(file: file, span: span).answer()
    if let error = answer.error { throw error }
    for instance in answer.instances ?? [] { print(instance.joined(separator: "\t")) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    try ZoneData.require()
    switch (arguments.first, arguments.count) {
    case (nil, 0): try answerRecurrences()
    case ("calendars", 1): try answerCalendars()
    case ("read", 2): try printLine(CalendarQuestion(file: arguments[1]).calendars())
    case ("write", 2): print(try CalendarQuestion(file: arguments[1]).calendars().map(\.text).joined(), terminator: "")
    case ("instances", 4): try printInstances(arguments[1], Array(arguments[2...]))
    default:
        print(usage)
        exit(64)
    }
} catch let error as CalendarError {
    try printLine(["error": error])
    exit(1)
}
