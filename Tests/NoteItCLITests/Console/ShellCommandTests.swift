import Foundation
import NoteItTerminal
import Testing

@Suite struct ShellCommandTests {
    @Test func plainWordsStandWithoutQuotes() {
        let command = ShellCommand("noteit", "post", "CMPT225")
            .with("--due", "2026-11-28T01:00:00Z").with("--tag", ["slides", "week 5"]).with("--kind", nil)
            .with("--private", if: true).with("--anonymous", if: false).with("-")
        #expect(
            "\(command)" == "noteit post CMPT225 --due 2026-11-28T01:00:00Z --tag slides --tag 'week 5' --private -")
    }

    @Test func aValueThatBeginsWithADashIsNotAnOption() {
        #expect("\(ShellCommand("x").with("--title", "-n").with("--body", "-"))" == "x '--title=-n' --body -")
    }

    static let words = [
        "", " ", "a b", "it's", "''", "$HOME", "`id`", "\"", "\\", "\\n", "CMPT225#42", "~", "*", "a;b", "!x", "a\nb", "#",
        "=ls",
        "Größe", "{a,b}", "<x>", "&", "|", "(", "%1", "-n",
    ]

    @Test func aShellReadsTheQuotedWordsBack() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "printf '%s\\0' " + Self.words.map(\.quotedForShell).joined(separator: " ")]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let read = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(read.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init) == Self.words)
    }
}
