import NoteItCore
import Testing

@testable import NoteItTerminal

@Suite struct DisplayWidthTests {
    static let clusters: [(String, Int)] = [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("🎉", 2), ("👩‍👩‍👧", 2), ("🇨🇦", 2), ("👍🏽", 2), ("❤️", 2),
        ("①", 1), ("ａ", 2), ("\u{200B}", 0),
    ]

    @Test(arguments: clusters)
    func aClusterTakesItsCells(text: String, cells: Int) {
        #expect(text.displayWidth == cells)
    }

    @Test func aTextIsCutBetweenClusters() {
        #expect("日本語".truncated(to: 6) == "日本語")
        #expect("日本語".truncated(to: 5).displayWidth <= 5)
        #expect("日本語".truncated(to: 5).hasPrefix("日本"))
        #expect("👩‍👩‍👧 family".truncated(to: 1).displayWidth == 1)
        #expect("abc".truncated(to: 0).isEmpty)
    }

    @Test func aCutKeepsTheSpaceBetweenTwoTones() {
        let text = Styled("Grace", .strong) + Styled(" commented on 'My way'")
        #expect(["Grace comment…", "Grace comment~"].contains(text.truncated(to: 14).text))
    }

    @Test func aMessageIsFoldedAtWordsAndKeepsItsMargin() {
        let message = Styled("  Sign in with: ") + Styled("noteit auth login", .code)
        #expect(message.folded(to: 20).map(\.text) == ["  Sign in with:", "  noteit auth login"])
        #expect(message.folded(to: 80) == [message] && message.folded(to: nil) == [message])
        let address = Styled("See https://notes.example.edu/v1")
        #expect(address.folded(to: 20).map(\.text) == ["See", "https://notes.example.edu/v1"])
    }

    @Test func paddingCountsCells() {
        #expect("日".padded(to: 4) == "日  ")
        #expect("日".padded(to: 4, right: true) == "  日")
        #expect("日本語".padded(to: 2) == "日本語")
    }
}

@Suite struct VisibleTextTests {
    @Test func controlsAreWrittenOut() {
        #expect("a\u{1B}[31mb".visible == "a^[[31mb")
        #expect("a\u{7}\u{8}\u{7F}".visible == "a^G^H^?")
        #expect("\u{9B}31m".visible == "<U+009B>31m")
        #expect("two\nlines\tand\r\nmore".visible == "two lines and more")
    }

    @Test func bidirectionalControlsAreWrittenOut() {
        #expect("abc\u{202E}cba".visible == "abc<U+202E>cba")
        #expect("\u{2066}x\u{2069}".visible == "<U+2066>x<U+2069>")
    }

    @Test(arguments: ["\u{61C}", "\u{180E}", "\u{FFF9}", "\u{FFFB}", "\u{E0041}", "\u{E0001}"] as [Unicode.Scalar])
    func hiddenCharactersAreWrittenOut(scalar: Unicode.Scalar) {
        #expect("a\(scalar)b".visible == "a<\(scalar.codePoint)>b")
    }

    @Test func tagsAreKeptInFlagsAlone() {
        let (scotland, end) = ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}", "\u{E007F}")
        #expect("a\(scotland)\(end)b".visible == "a\(scotland)\(end)b")
        #expect((scotland + "b").visible == "\u{1F3F4}<U+E0067><U+E0062><U+E0073><U+E0063><U+E0074>b")
        #expect("\u{1F3F4}\u{E007F}".visible == "\u{1F3F4}<U+E007F>")
    }

    @Test func endlessCombiningMarksAreCut() {
        let zalgo = "Z" + String(repeating: "\u{301}", count: 199) + "a"
        #expect(zalgo.visible.unicodeScalars.count == 13 && zalgo.visible.hasSuffix("a"))
        let joined = "Z" + String(repeating: "\u{200D}\u{301}", count: 99)
        #expect(joined.visible.unicodeScalars.count == 12)
        #expect(Styled(zalgo).text == zalgo.visible)
    }

    @Test func ordinaryTextIsKept() {
        for text in [
            "日本語 🎉", "שלום", "naïve", "👩‍👩‍👧", "Việt Nam", "हिन्दी", "ภาษาไทย", "می‌خواهم", "🏴",
        ] { #expect(text.visible == text) }
    }

    @Test func everyStyledTextIsVisible() {
        #expect(Styled("\u{1B}[2J").text == "^[[2J")
        let title = "\u{1B}[2J"
        #expect(("\(title)" as Styled).text == "^[[2J")
    }

    @Test func jsonForATerminalIsEqualJSON() {
        #expect("{\"a\":\"\u{9B}\u{202E}é\"}".terminalSafeJSON == "{\"a\":\"\\u009b\\u202eé\"}")
        #expect("\"\u{61C}\u{E0041}\"".terminalSafeJSON == "\"\\u061c\\udb40\\udc41\"")
        #expect("{\"a\":\"b\"}".terminalSafeJSON == "{\"a\":\"b\"}")
    }

    @Test func lineEndsBecomeLineFeeds() {
        #expect("a\r\nb\rc\n".withLineFeeds == "a\nb\nc\n")
    }
}

@Suite struct WrapTests {
    @Test func linesBreakBetweenWords() {
        #expect("one two three four".wrapped(to: 9) == ["one two", "three", "four"])
    }

    @Test func aLongWordIsBrokenAnywhere() {
        #expect("abcdefghijkl".wrapped(to: 8) == ["abcdefgh", "ijkl"])
        #expect("日本語日本語".wrapped(to: 8) == ["日本語日", "本語"])
    }

    @Test func indentationAndEmptyLinesStay() {
        #expect("    let x = 1\n\nnext".wrapped(to: 40) == ["    let x = 1", "", "next"])
        #expect("  aaaa bbbb cccc".wrapped(to: 12) == ["  aaaa bbbb", "  cccc"])
    }

    @Test func withoutAWidthNothingIsBroken() {
        #expect("one two\r\nthree".wrapped(to: nil) == ["one two", "three"])
    }
}

@Suite struct TableTests {
    @Test func aTitleGetsItsWidthBeforeOthers() {
        var table = Table([
            .init("event"), .init("title", least: 12, comesFirst: true), .init("author", least: 8, dropRank: 1),
            .init("replies", least: 14, dropRank: 2),
        ])
        table.addRow(["CMPT225#1", "Is the midterm open book?", "Grace Hopper (staff)", "3 replies: I do not think that it is"])
        #expect(table.lines(width: 60).map(\.text) == ["CMPT225#1  Is the midterm open book?  Grace Hopper (staff)"])
        #expect(table.lines(width: 40).map(\.text) == ["CMPT225#1  Is the midterm open book?"])
        // More than half of the width is not its due.
        #expect(table.lines(width: 30)[0].text.hasPrefix("CMPT225#1  Is the midterm"))
    }

    private func table() -> Table {
        var table = Table([.init("id"), .init("title", least: 6), .init("by", dropRank: 1)])
        table.addRow(["1", "日本語", "ada"])
        table.addRow(["22", "A rather long title", "bob"])
        return table
    }

    @Test func columnsLineUpByCells() {
        #expect(table().lines(width: nil).map(\.text) == ["1   日本語               ada", "22  A rather long title  bob"])
    }

    @Test func aColumnIsNarrowedBeforeOneIsDropped() {
        let lines = table().lines(width: 20).map(\.text)
        #expect(lines.allSatisfy { $0.displayWidth <= 20 })
        #expect(lines[1].hasSuffix("bob"))
        #expect(table().lines(width: 12).map(\.text).allSatisfy { !$0.contains("bob") && $0.displayWidth <= 12 })
    }

    @Test func emptyColumnsAreLeftOut() {
        var table = Table([.init("a"), .init("b"), .init("c")])
        table.addRow(["x", "", "z"])
        #expect(table.lines(width: nil).map(\.text) == ["x  z"])
    }

    @Test func headersTakePart() {
        #expect(table().lines(width: nil, header: true).first?.text == "id  title                by")
    }

    @Test func noLineEndsInSpaces() {
        var table = Table([.init("a"), .init("b")])
        table.addRow(["x", ""])
        table.addRow(["y", "z"])
        #expect(table.lines(width: nil).first?.text == "x")
    }

    @Test func coloursTakeNoCells() {
        let line = Styled("abc", .bad) + Styled("def", .strong)
        #expect(line.width == 6)
        #expect(Palette(coloured: false).paint(line) == "abcdef")
        #expect(line.truncated(to: 4).text.displayWidth == 4)
    }
}

@Suite struct ChooserTests {
    private let chooser = Chooser(
        "Which",
        [("CMPT", "Computing"), ("MATH", "Mathematics"), ("MACM", "Mathematics and Computing"), ("7", "Seven")].map {
            .init(key: $0.0, cells: [Styled($0.0), Styled($0.1)])
        })

    @Test func aNumberTakesTheChoiceShownThere() {
        #expect(chooser.step("2", shown: [2, 1]) == .taken(1))
    }

    @Test func aNumberThatIsNotOnTheListTakesNothing() {
        #expect(chooser.step("9", shown: [0, 1]) == .notListed)
        #expect(chooser.step("3", shown: [0, 1]) == .notListed)
        #expect(chooser.step("0", shown: [0, 1]) == .notListed)
        #expect(chooser.step("-1", shown: [0, 1]) == .notListed)
        let courses = Chooser("Course", [.init(key: "CMPT225", cells: ["CMPT225"]), .init(key: "CMPT310", cells: ["CMPT310"])])
        #expect(courses.step("225", shown: [0, 1]) == .notListed, "a part of a code is not a place in the list")
    }

    @Test func aKeyOfDigitsIsTakenUnlessItIsAPlaceInTheList() {
        let sections = Chooser("Section", ["02", "01", "3", "1"].map { .init(key: $0, cells: [Styled($0)]) })
        #expect(sections.step("01", shown: [0, 1, 2, 3]) == .taken(1))
        #expect(sections.step("1", shown: [0, 1, 2, 3]) == .taken(0))
        #expect(sections.step("3", shown: [0]) == .taken(2))
    }

    @Test func aKeyWinsOverANumberAndAWord() {
        #expect(chooser.step("math", shown: [0, 1, 2, 3]) == .taken(1))
        #expect(chooser.step("7", shown: [0, 1, 2, 3]) == .taken(3))
    }

    @Test func lettersNarrowTheList() {
        #expect(chooser.step("comp", shown: [0, 1, 2, 3]) == .narrowed([0, 2]))
        #expect(chooser.step("math comp", shown: [0, 1, 2, 3]) == .taken(2))
        #expect(chooser.step("xyz", shown: [0]) == .unknown)
        #expect(chooser.step("", shown: [0]) == .narrowed([0, 1, 2, 3]))
        #expect(chooser.step("q", shown: [0]) == .cancelled)
    }

    @Test func manyRowsAreSetInColumns() {
        let rows = (1...10).map { Styled("row\($0)") }
        let set = Chooser.inColumns(rows, height: 4, width: 40)
        #expect(set.count == 10)
        #expect(set.lines.first?.text == "row1   row5   row9")
        #expect(Chooser.inColumns(rows, height: 4, width: 10).count == 4)
    }
}

@Suite struct DraftTests {
    @Test func theFirstLineIsTheTitle() {
        #expect(Draft(reading: "\r\n  Lab 4 \r\n\r\nDo it.\r\nTwice.\r\n") == Draft(title: "Lab 4", body: "Do it.\nTwice."))
        #expect(Draft(reading: "Only a title") == Draft(title: "Only a title", body: ""))
    }

    @Test func textBelowTheScissorsIsNotSent() {
        let template = Draft.template("Title\n\n# a heading", hints: ["help"])
        #expect(Draft(reading: template) == Draft(title: "Title", body: "# a heading"))
    }

    @Test func anUntouchedTemplateIsEmpty() {
        #expect(Draft(reading: Draft.template("", hints: ["help"])) == nil)
        #expect(Draft(reading: " \n\t\n") == nil)
    }

    @Test func anUneditedEventStaysTheSame() {
        let draft = Draft(title: "Lab 4", body: "one\n\ntwo")
        #expect(Draft(reading: draft.text) == draft)
    }
}
