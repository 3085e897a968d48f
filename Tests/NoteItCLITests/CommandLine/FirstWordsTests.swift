import Foundation
import Testing

@Suite final class FirstWordsTests {
    let noteit: Binary

    init() throws { noteit = try Binary() }

    deinit { try? FileManager.default.removeItem(at: noteit.home) }

    static let tried: [(String, String)] = [
        ("login", "auth login"), ("logout", "auth logout"), ("register ada@example.edu", "auth register"),
        ("whoami --json", "auth status"), ("--profile ben login", "auth login"), ("help login", "auth login"),
        ("join CMPT225 D100", "course add"), ("ask CMPT225 Why?", "post"), ("ls CMPT225", "event list"),
        ("view CMPT225#42", "event view"), ("view 42", "event view"), ("show cmpt 225 #3", "event view"),
        ("show CMPT225", "course show"), ("view cmpt 225", "course show"), ("view", "event view"),
        ("open CMPT225#42", "event open"), ("course ls", "course list"), ("event show 42", "event view"),
        ("plan view x", "plan show"), ("plan create x", "plan new"), ("record remove x", "record drop"),
        ("outbox rm 1", "outbox drop"), ("course join CMPT225", "course add"),
        ("course leave CMPT225", "course drop"),
    ]

    @Test(arguments: tried)
    func theWordsThatPeopleTryAreCommands(typed: String, meant: String) throws {
        let words = typed.split(separator: " ").map(String.init)
        let run = try noteit.run(words.first == "help" ? words : words + ["--help"])
        #expect(run.status == 0 && run.out.contains("USAGE: noteit \(meant) "), "\(run.out)\(run.err)")
    }

    @Test(arguments: [("search whoami", "search"), ("post CMPT225 ls", "post"), ("calendar ls", "calendar")])
    func wordsAfterACommandStayAsTheyAre(typed: String, meant: String) throws {
        let run = try noteit.run(typed.split(separator: " ").map(String.init) + ["--help"])
        #expect(run.status == 0 && run.out.contains("USAGE: noteit \(meant) "), "\(run.out)\(run.err)")
    }
}
