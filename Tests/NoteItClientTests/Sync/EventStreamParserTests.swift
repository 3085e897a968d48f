import Testing

@testable import NoteItClient

struct EventStreamParserTests {
    private func parse(_ chunks: [String]) -> [ServerSentEvent] {
        var parser = EventStreamParser()
        return chunks.flatMap { parser.feed($0.utf8) }
    }

    private let stream =
        "\u{FEFF}retry: 2000\n\n: hello\nid: e.1\nevent: change\ndata: {\"a\":\"é\"}\n\nevent: at\r\ndata:x\r\ndata: y\r\r\n"

    private let expected = [
        ServerSentEvent(type: "change", data: "{\"a\":\"é\"}", lastEventID: "e.1"),
        ServerSentEvent(type: "at", data: "x\ny", lastEventID: "e.1"),
    ]

    @Test func aStreamIsReadWholeInOneChunk() { #expect(parse([stream]) == expected) }

    @Test func aStreamIsParsedInChunksOfAnySize() {
        let bytes = Array(stream.utf8)
        for cut in 0...bytes.count {
            var parser = EventStreamParser()
            #expect(parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...]) == expected)
        }
        var parser = EventStreamParser()
        #expect(bytes.flatMap { parser.feed([$0]) } == expected)
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func allThreeLineEndsAreAccepted(end: String) {
        let text = ["id: 7", "data: one", "", "data: two", "", ""].joined(separator: end)
        #expect(parse([text]).map(\.data) == ["one", "two"])
        #expect(parse([text]).map(\.lastEventID) == ["7", "7"])
    }

    @Test func anEventWithoutDataOnlySetsTheId() {
        let events = parse(["id: 5\nevent: change\n\ndata: x\n\n"])
        #expect(events == [ServerSentEvent(type: "message", data: "x", lastEventID: "5")])
    }

    @Test func onlyOneSpaceAfterTheColonIsDropped() { #expect(parse(["data:  x\n\n"]).map(\.data) == [" x"]) }

    @Test func aFieldWithoutColonIsEmpty() { #expect(parse(["data\ndata\n\n"]).map(\.data) == ["\n"]) }

    @Test func anIdWithANullIsIgnored() {
        #expect(parse(["id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n"]).map(\.lastEventID) == ["1", "1"])
    }

    @Test func theLastValidRetryCounts() {
        var parser = EventStreamParser()
        #expect(parser.retry == nil)
        _ = parser.feed("retry: 3412\nretry: soon\nretry:\nretry: -1\n".utf8)
        #expect(parser.retry == 3412)
    }

    @Test func anUnfinishedEventIsNotDispatched() { #expect(parse(["data: x\n"]).isEmpty) }
}
