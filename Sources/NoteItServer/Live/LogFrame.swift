import NIOCore
import NoteItCore

/// A way in which a listener receives changes.
enum Transport: Sendable, CaseIterable {
    case sse, webSocket, longPoll

    /// The name of the transport in metrics.
    var name: String {
        switch self {
        case .sse: "sse"
        case .webSocket: "websocket"
        case .longPoll: "long_poll"
        }
    }
}

/// A message encoded for each transport that pushes. Made once, written to every socket.
final class EncodedMessage: Sendable {
    let sse: ByteBuffer
    let webSocket: ByteBuffer
    /// The data alone, as `GET /v1/changes` lists it: a slice of `sse`.
    let data: ByteBuffer

    /// - Parameters: `event`: the SSE event's name; `data`: its data; `text`: the WebSocket frame's text.
    init(event: String, id: LogCursor?, data: String, text: String) {
        let id = id.map { "id: \($0)\n" } ?? ""
        sse = Self.chunk("\(id)event: \(event)\ndata: \(data)\n\n")
        webSocket = Self.textFrame(text)
        let end = sse.writerIndex - "\n\n\r\n".utf8.count
        self.data = sse.getSlice(at: end - data.utf8.count, length: data.utf8.count) ?? ByteBuffer(string: data)
    }

    subscript(transport: Transport) -> ByteBuffer { transport == .sse ? sse : webSocket }

    /// A change. JSON holds no raw newline, so it fits one `data:` line.
    static func change(_ text: String, at cursor: LogCursor) -> EncodedMessage {
        EncodedMessage(event: "change", id: cursor, data: text, text: #"{"change":\#(text),"cursor":"\#(cursor)"}"#)
    }

    /// The listener's cursor: the first message, and later a keep-alive.
    /// - Parameter retry: milliseconds before the client reconnects; event streams have a field for it.
    static func at(_ cursor: LogCursor, retry: Int? = nil) -> EncodedMessage {
        let text = #"{"at":"\#(cursor)"}"#
        let withRetry = retry.map { #"{"at":"\#(cursor)","retry":\#($0)}"# }
        return EncodedMessage(event: "at", id: cursor, data: text, text: withRetry ?? text)
    }

    /// Replaces changes if the cursor cannot be resumed from.
    static func expired(_ reason: CursorExpiry) -> EncodedMessage {
        let text = #"{"expired":"\#(reason.rawValue)"}"#
        return EncodedMessage(event: "expired", id: nil, data: text, text: text)
    }

    /// A chunk of HTTP/1.1's chunked coding (RFC 9112, section 7.1).
    static func chunk(_ text: String) -> ByteBuffer {
        ByteBuffer(string: "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// An unmasked, unfragmented text frame (RFC 6455, section 5.2).
    private static func textFrame(_ text: String) -> ByteBuffer {
        let count = text.utf8.count
        var buffer = ByteBufferAllocator().buffer(capacity: count + 10)
        buffer.writeInteger(UInt8(0x81))
        switch count {
        case ...125: buffer.writeInteger(UInt8(count))
        case ...65_535:
            buffer.writeInteger(UInt8(126))
            buffer.writeInteger(UInt16(count))
        default:
            buffer.writeInteger(UInt8(127))
            buffer.writeInteger(UInt64(count))
        }
        buffer.writeString(text)
        return buffer
    }

    /// A close frame (RFC 6455, section 5.5.1).
    /// - Parameter reason: at most 123 bytes.
    static func close(_ code: UInt16, _ reason: String) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeInteger(UInt8(0x88))
        buffer.writeInteger(UInt8(2 + reason.utf8.count))
        buffer.writeInteger(code)
        buffer.writeString(reason)
        return buffer
    }
}

extension Delivery {
    /// JSON, as all transports carry it.
    var text: String {
        let subject = #""type":\#(Self.quoted(type.rawValue)),"id":\#(Self.quoted(subject))"#
        if change.moves {
            let section = (section?.text).map(Self.quoted) ?? "null"
            return #"{"op":"\#(change.rawValue)","course":\#(Self.quoted(course?.text ?? "")),"section":\#(section)}"#
        }
        guard let body else { return #"{"op":"remove",\#(subject)}"# }
        return #"{"op":"upsert",\#(subject)\#(rev.map { #","rev":\#($0)"# } ?? ""),"body":\#(body)}"#
    }

    private static func quoted(_ text: String) -> String { (try? JSONCoding.string(text)) ?? "\"\"" }
}

/// A change of the log, encoded once for everyone: as most readers see it, as insiders see it, and as a removal.
final class LogFrame: Sendable {
    let entry: LogEntry
    /// Newer entries of the subject in the same batch. Whoever gets one of them does without this one.
    private let newer: [LogEntry]
    private let plain: EncodedMessage?
    private let insider: EncodedMessage?
    private let removed: EncodedMessage?
    /// The upper bound of its bytes on one socket.
    let size: Int
    /// The course whose members all get this frame, if that is the whole rule. This common case needs no decision per reader.
    let openCourse: Course.ID?

    init(_ entry: LogEntry, before newer: [LogEntry], epoch: String) {
        let cursor = LogCursor(epoch: epoch, entry.position)
        (self.entry, self.newer) = (entry, newer)
        plain = entry.plain.body == nil ? nil : .change(entry.plain.text, at: cursor)
        insider = entry.insider.map { .change($0.text, at: cursor) }
        var gone = entry.plain
        gone.body = nil
        removed = entry.isRefresh ? nil : .change(gone.text, at: cursor)
        size = [plain, insider, removed].reduce(0) { max($0, $1?.sse.readableBytes ?? 0) }
        openCourse = newer.isEmpty ? entry.openCourse : nil
    }

    var position: LogPosition { entry.position }

    /// The message for a member of `openCourse`.
    func encoded(toInsider isInsider: Bool) -> EncodedMessage? { isInsider ? insider ?? plain : plain }

    /// The message for a reader; nil if the reader gets nothing, or something newer of the batch.
    func encoded(for interest: Interest) -> EncodedMessage? {
        guard !newer.contains(where: { $0.view(for: interest) != nil }) else { return nil }
        return switch entry.view(for: interest) {
        case nil: nil
        case .removed: removed
        case .insider: insider ?? plain
        case .plain: plain
        }
    }
}

extension LogEntry {
    fileprivate var openCourse: Course.ID? {
        guard let audience, let course = audience.course, !isRefresh, audience.topics == [.course(course)],
            audience.insiders == [.staff(course)], heard == audience.topics
        else { return nil }
        return course
    }
}

/// The frames of one read of the log by the tailer.
struct FrameBatch: Sendable {
    let frames: [LogFrame]
    /// The end of the read.
    let end: LogCursor
    /// Accounts that joined or left a course.
    let moved: Set<Account.ID>
}
