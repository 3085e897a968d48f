import Testing

@testable import NoteItCommands

@Suite struct ShellLineTests {
    static let lines: [(String, [String])] = [
        ("noteit ", [""]), ("noteit ev", ["ev"]), ("noteit event view ", ["event", "view", ""]),
        ("noteit post \"a b\" 'c d' e\\ f", ["post", "a b", "c d", "e f"]),
        ("noteit post \"it's \\$5 \\n", ["post", "it's $5 \\n"]), ("noteit post 'a\\b", ["post", "a\\b"]),
        ("NOTEIT_PROFILE=x noteit ev", ["ev"]), ("noteit post a\"b c\"d", ["post", "ab cd"]),
    ]

    @Test(arguments: lines)
    func aLineIsReadAsBashReadsIt(line: String, words: [String]) {
        #expect(ShellLine(line).arguments == words)
    }

    static let candidates: [(String, String, String?)] = [
        ("noteit view CMP", "CMPT225#42", "CMPT225#42"), ("noteit view cmp", "CMPT225#42", "CMPT225#42"),
        ("noteit done ", "$(touch x) `y`", "\\$\\(touch\\ x\\)\\ \\`y\\`"),
        ("noteit done \"Re", "Read \"$HOME\"", "\"Read \\\"\\$HOME\\\"\""),
        ("noteit done \"Re", "Read! it", "\"Read\"'!'\" it"), ("noteit done \"Re", "Read!!", "\"Read\"'!'\"\"'!'\"\""),
        ("noteit done \"Read\"'!'\"", "Read!!", "\"Read\"'!'\"\"'!'\"\""), ("noteit done Re", "Read!", "Read\\!"),
        ("noteit done ", "`\u{301}x", "\\`\u{301}x"), ("noteit done \"", "$\u{301}x", "\"\\$\u{301}x"),
        ("noteit done '", "x'\u{301}", "'x'\\''\u{301}"), ("noteit done '", "it'", "'it'\\'''"),
        ("noteit done 'Re", "Read it's", "'Read it'\\''s"), ("noteit done ", "#42", "\\#42"), ("noteit done Wr", "Read", nil),
        ("noteit done ", "Über", "Über"),
    ]

    @Test(arguments: candidates)
    func aCandidateIsQuotedAsTheLineWasBegun(line: String, value: String, completed: String?) {
        #expect(ShellLine(line).completed(value) == completed)
    }
}

@Suite struct CompletionLineTests {
    private func values(_ words: String...) async -> [String] {
        guard case .values(let candidates) = await CompletionLine(words).answer() else { return [] }
        return candidates.map(\.value)
    }

    @Test func commandsAreOfferedInTheOrderOfTheHelp() async {
        #expect(await values("event", "") == ["list", "view", "new", "edit", "delete", "open", "pin"])
        #expect(await values("--json", "--profile", "x", "calendar", "feed", "") == ["list", "add", "remove"])
        #expect(await !values("").contains("__complete"))
    }

    @Test func anOptionThatWasGivenIsNotOfferedAgainUnlessItRepeats() async {
        let offered = await values("post", "CMPT225", "--private", "--tag", "x", "--")
        #expect(offered.contains("--tag") && offered.contains("--json") && offered.contains("--help"))
        #expect(!offered.contains("--private") && !offered.contains("--insecure"))
    }

    @Test func theOptionsOfACommandThatRunsWithoutAName() async {
        #expect(await values("inbox", "--").contains("--unread"))
    }

    @Test func theValuesOfAnOption() async {
        #expect(await values("event", "list", "--kind", "").contains("exam"))
        #expect(await CompletionLine(["post", "CMPT225", "x", "--attach", ""]).answer() == .files([]))
        #expect(await CompletionLine(["attachment", "get", "CMPT225#1", "--folder", ""]).answer() == .folders)
    }

    @Test func afterTwoHyphensWordsAreNotOptions() async {
        #expect(await values("agenda", "--", "-").isEmpty)
    }
}
