import NIOCore
import NoteItCore

/// A way in which a listener takes changes.
enum Transport: Sendable, CaseIterable {
    case sse, webSocket, longPoll

    /// As metrics say it.
    var name: String {
        switch self {
        case .sse: "sse"
        case .webSocket: "websocket"
        case .longPoll: "long_poll"
        }
    }
}

/// Bytes that are ready to go out, one form for each transport that pushes. Made once, written to every socket.
final class Encoded: Sendable {
    let sse: ByteBuffer
    let webSocket: ByteBuffer

    /// - Parameters: `event`: the SSE event's name; `data`: its data; `text`: the WebSocket frame's text.
    init(event: String, id: Cursor?, data: String, text: String) {
        let id = id.map { "id: \($0)\n" } ?? ""
        sse = Self.chunk("\(id)event: \(event)\ndata: \(data)\n\n")
        webSocket = Self.textFrame(text)
    }

    subscript(transport: Transport) -> ByteBuffer { transport == .sse ? sse : webSocket }

    /// A change, as `Listener` sends it. JSON holds no raw newline, so it fits one `data:` line.
    static func change(_ text: String, at cursor: Cursor) -> Encoded {
        Encoded(event: "change", id: cursor, data: text, text: #"{"change":\#(text),"cursor":"\#(cursor)"}"#)
    }

    /// Where the listener stands; first, and then as a sign of life.
    /// - Parameter retry: milliseconds to wait before coming back; event streams say them in a field of their own.
    static func at(_ cursor: Cursor, retry: Int? = nil) -> Encoded {
        let text = #"{"at":"\#(cursor)"}"#
        let withRetry = retry.map { #"{"at":"\#(cursor)","retry":\#($0)}"# }
        return Encoded(event: "at", id: cursor, data: text, text: withRetry ?? text)
    }

    /// In place of changes: the cursor cannot be resumed from.
    static func expired(_ reason: CursorExpiry) -> Encoded {
        let text = #"{"expired":"\#(reason.rawValue)"}"#
        return Encoded(event: "expired", id: nil, data: text, text: text)
    }

    /// A chunk of HTTP/1.1's chunked coding (RFC 9112, section 7.1).
    private static func chunk(_ text: String) -> ByteBuffer {
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

/// The JSON of one change, as all transports carry it.
enum ChangeText {
    static func of(_ entry: LogEntry, _ view: LogEntry.View, toStaff: Bool) -> String {
        let subject = #""type":\#(quoted(entry.type.rawValue)),"id":\#(quoted(entry.subject))"#
        switch (view, entry.change) {
        case (.whole, .upsert):
            let rev = entry.rev.map { #","rev":\#($0)"# } ?? ""
            return #"{"op":"upsert",\#(subject)\#(rev),"body":\#((toStaff ? entry.staffBody : entry.body) ?? "null")}"#
        case (.whole, .scopeGranted), (.whole, .scopeRevoked):
            let section = entry.section.map(quoted) ?? "null"
            return #"{"op":"\#(entry.change.rawValue)","course":\#(quoted(entry.course ?? "")),"section":\#(section)}"#
        default:
            return #"{"op":"remove",\#(subject)}"#
        }
    }

    private static func quoted(_ text: String) -> String { (try? JSONCoding.string(text)) ?? "\"\"" }
}

/// A row of the log, encoded once for everyone: whole, as staff see it, and as a removal.
struct Frame: Sendable {
    var entry: LogEntry
    private let whole: Encoded
    private let toStaff: Encoded?
    private let removed: Encoded?

    init(_ entry: LogEntry, epoch: String) {
        let cursor = Cursor(epoch: epoch, offset: entry.offset)
        self.entry = entry
        whole = .change(ChangeText.of(entry, .whole, toStaff: false), at: cursor)
        toStaff = entry.staffAuthor.map { _ in .change(ChangeText.of(entry, .whole, toStaff: true), at: cursor) }
        removed = entry.before.isEmpty ? nil : .change(ChangeText.of(entry, .removed, toStaff: false), at: cursor)
    }

    /// The course whose every member gets this row whole, if it is that simple: the crowd's case, which needs no rule per reader.
    var openCourse: Course.ID? {
        guard let course = entry.course, entry.change == .upsert, entry.isGuarded, !entry.audienceOnly,
            entry.after == [.course(course)], entry.audienceNow == entry.after,
            entry.before.isEmpty || entry.before == entry.after
        else { return nil }
        return course
    }

    /// Upper bound of the bytes that it takes on one socket.
    var size: Int { max((toStaff ?? whole).sse.readableBytes, whole.sse.readableBytes) }

    /// What every member of the course of an open row gets.
    func encoded(toStaff isStaff: Bool) -> Encoded { isStaff ? toStaff ?? whole : whole }

    /// Nil if the reader gets nothing of this row.
    func encoded(for interest: Interest) -> Encoded? {
        switch interest.view(of: entry) {
        case nil: nil
        case .removed: removed
        case .whole: encoded(toStaff: entry.course.map(interest.isStaff(of:)) ?? false)
        }
    }
}

/// What the tailer found in one read of the log.
struct FrameBatch: Sendable {
    let frames: [Frame]
    /// Where the log was read to.
    let end: Cursor
    /// Present interests of the accounts whose scopes the batch changes.
    let interests: [Account.ID: Interest]
}
