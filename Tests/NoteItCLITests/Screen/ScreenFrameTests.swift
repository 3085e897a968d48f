import NoteItCore
import Testing

@testable import NoteItTerminal

/// What goes to the terminal between two frames.
struct ScreenFrameTests {
    private let size = ScreenSize(width: 10, height: 3)
    private let plain = Palette(coloured: false)

    private func frame(_ lines: String..., cursor: ScreenFrame.Place? = nil) -> ScreenFrame {
        ScreenFrame(lines.map { Styled($0) }, size: size, cursor: cursor)
    }

    @Test func theFirstFrameClearsAndDrawsWhatIsNotEmpty() {
        #expect(
            frame("one", "", "three").difference(from: nil, plain) == "\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[3;1Hthree\u{1B}[K")
    }

    @Test func onlyChangedLinesAreDrawn() {
        let old = frame("one", "two", "three")
        #expect(frame("one", "2", "three").difference(from: old, plain) == "\u{1B}[2;1H2\u{1B}[K")
        #expect(frame("one", "two").difference(from: old, plain) == "\u{1B}[3;1H\u{1B}[K")
        #expect(old.difference(from: old, plain).isEmpty)
    }

    @Test func aFullLineIsNotErasedAtItsEnd() {
        #expect(frame("0123456789").difference(from: frame(), plain) == "\u{1B}[1;1H0123456789")
        #expect(frame("一二三四五").difference(from: frame(), plain) == "\u{1B}[1;1H一二三四五")
        #expect(frame("0一二三四五").lines[0].width <= 10)
    }

    @Test func anotherSizeClears() {
        let old = ScreenFrame(["one"], size: ScreenSize(width: 20, height: 3))
        #expect(frame("one").difference(from: old, plain).hasPrefix("\u{1B}[2J"))
    }

    @Test func theCursorIsShownOnlyWhereOneTypes() {
        let typing = frame("x", cursor: ScreenFrame.Place(row: 2, column: 4))
        #expect(typing.difference(from: frame("x"), plain) == "\u{1B}[?25l\u{1B}[3;5H\u{1B}[?25h")
        #expect(frame("x").difference(from: typing, plain) == "\u{1B}[?25l")
        #expect(typing.difference(from: typing, plain).isEmpty)
    }

    @Test func endlessCombiningMarksAreCut() {
        let line = ScreenFrame([Styled("Z" + String(repeating: "\u{301}", count: 500) + "a", .bad)], size: size).lines[0]
        #expect(line.text.unicodeScalars.count == 13 && line.text.hasSuffix("a") && line.spans.allSatisfy { $0.tone == .bad })
        #expect(ScreenFrame(["👩🏽‍🚀 ok"], size: size).lines[0].text == "👩🏽‍🚀 ok")
    }

    @Test func controlCharactersOfTextsAreWrittenOut() {
        let text = ScreenFrame(["\u{1B}[2J\u{7}\u{202E}"], size: ScreenSize(width: 40, height: 1)).difference(from: nil, plain)
        #expect(text == "\u{1B}[2J\u{1B}[1;1H^[[2J^G<U+202E>\u{1B}[K")
    }

    @Test func keysBeyondAsciiAreLetters() {
        func key(_ text: String) -> Key {
            var bytes = Array(text.utf8)[...]
            return Key.read(bytes.removeFirst()) { bytes.popFirst() }
        }
        #expect(["é", "谢", "🙏"].map(key) == [.letter("é"), .letter("谢"), .letter("🙏")])
        #expect(key("\u{7F}") == .backspace && key("\u{202E}") == .other && key("\u{1A}") == .suspend)
        #expect(Key.read(0xE8) { nil } == .other)
    }

    @Test func aPasteIsOneKeyWithoutControlCharacters() {
        func paste(_ text: String) -> Key {
            var bytes = Array("\u{1B}[200~\(text)".utf8)[...]
            return Key.read(bytes.removeFirst(), next: { bytes.popFirst() }, pasted: { bytes.popFirst() })
        }
        #expect(paste("so:\r\nq\r\tx\u{1B}[201~") == .paste("so:\nq\n\tx"))
        #expect(paste("\u{1B}[A\u{3}é\u{1B}[201~") == .paste("[Aé"))
        #expect(paste("cut off") == .paste("cut off"))
        var field = LineField("Reply:")
        #expect(
            field.press(.paste("a\nb")) == .editing && field.text == "a\nb" && field.line(width: 40).line.text == "Reply: a b")
    }

    @Test func aLineOfInputShowsItsEnd() {
        var field = LineField("Search:")
        for character in "谢谢abc" { #expect(field.press(.letter(character)) == .editing) }
        #expect(field.line(width: 30).line.text == "Search: 谢谢abc" && field.line(width: 30).cursor == 15)
        #expect(field.line(width: 6).line.text == "谢abc" || field.line(width: 6).line.text == "abc")
        #expect(field.press(.backspace) == .editing && field.text == "谢谢ab")
        #expect(field.press(.clear) == .editing && field.press(.backspace) == .cancelled)
    }
}
