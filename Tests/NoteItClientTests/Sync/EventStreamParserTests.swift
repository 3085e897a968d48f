import Testing

@testable import NoteItClient

struct EventStreamParserTests {
    private func parse(_ chunks: [String]) throws -> [ServerSentEvent] {
        var parser = EventStreamParser()
        return try chunks.flatMap { try parser.feed($0.utf8) }
    }

    private let stream =
        "\u{FEFF}retry: 2000\n\n: hello\nid: e.1\nevent: change\ndata: {\"a\":\"é\"}\n\nevent: at\r\ndata:x\r\ndata: y\r\r\n"

    private let expected = [
        ServerSentEvent(type: "change", data: "{\"a\":\"é\"}", lastEventID: "e.1"),
        ServerSentEvent(type: "at", data: "x\ny", lastEventID: "e.1"),
    ]

    @Test func aStreamIsReadWholeInOneChunk() throws { #expect(try parse([stream]) == expected) }

    @Test func aStreamIsParsedInChunksOfAnySize() throws {
        let bytes = Array(stream.utf8)
        for cut in 0...bytes.count {
            var parser = EventStreamParser()
            let first = try parser.feed(bytes[..<cut])
            let second = try parser.feed(bytes[cut...])
            #expect(first + second == expected)
        }
        var parser = EventStreamParser()
        let events = try bytes.flatMap { try parser.feed([$0]) }
        #expect(events == expected)
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func allThreeLineEndsAreAccepted(end: String) throws {
        let text = ["id: 7", "data: one", "", "data: two", "", ""].joined(separator: end)
        #expect(try parse([text]).map(\.data) == ["one", "two"])
        #expect(try parse([text]).map(\.lastEventID) == ["7", "7"])
    }

    @Test func anEventWithoutDataOnlySetsTheId() throws {
        let events = try parse(["id: 5\nevent: change\n\ndata: x\n\n"])
        #expect(events == [ServerSentEvent(type: "message", data: "x", lastEventID: "5")])
    }

    @Test func onlyOneSpaceAfterTheColonIsDropped() throws {
        #expect(try parse(["data:  x\n\n"]).map(\.data) == [" x"])
    }

    @Test func aFieldWithoutColonIsEmpty() throws {
        #expect(try parse(["data\ndata\n\n"]).map(\.data) == ["\n"])
    }

    @Test func anIdWithANullIsIgnored() throws {
        #expect(try parse(["id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n"]).map(\.lastEventID) == ["1", "1"])
    }

    @Test func theLastValidRetryCounts() throws {
        var parser = EventStreamParser()
        #expect(parser.retry == nil)
        _ = try parser.feed("retry: 3412\nretry: soon\nretry:\nretry: -1\n".utf8)
        #expect(parser.retry == 3412)
    }

    @Test func anUnfinishedEventIsNotDispatched() throws { #expect(try parse(["data: x\n"]).isEmpty) }

    @Test(arguments: ["data: ", "data: x\n", ": "])
    func anEventWithoutEndIsRefused(beginning: String) throws {
        var parser = EventStreamParser()
        let piece = beginning.replacing("x", with: String(repeating: "x", count: 1_000))
        let chunk = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
        for _ in 0..<3 { _ = try parser.feed(chunk.utf8) }
        #expect(throws: ClientError.unexpected("The server sent an event of more than 4 MiB.")) {
            for _ in 0..<20 { _ = try parser.feed(chunk.utf8) }
        }
    }

    @Test func eventsThatEndAreNotCountedTogether() throws {
        var parser = EventStreamParser()
        let event = "data: " + String(repeating: "x", count: 1 << 20) + "\n\n"
        for _ in 0..<6 {
            let events = try parser.feed(event.utf8)
            #expect(events.count == 1)
        }
    }
}
