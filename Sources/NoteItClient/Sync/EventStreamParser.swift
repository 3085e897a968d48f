/// A server-sent event.
struct ServerSentEvent: Equatable, Sendable {
    /// `message` if the server sends no type.
    var type: String
    var data: String
    /// The last id of the stream so far; empty if there is none.
    var lastEventID: String
}

/// Parses a `text/event-stream` in chunks of any size, by the WHATWG HTML standard, section 9.2.6.
struct EventStreamParser: Sendable {
    /// Milliseconds to wait before reconnecting; nil until the server sends it.
    private(set) var retry: Int?
    private var line: [UInt8] = []
    private var isFirstLine = true
    private var endedWithCR = false
    private var type = ""
    private var data: [String] = []
    private var lastEventID = ""
    /// The bytes of `data`.
    private var size = 0

    /// The most bytes of a line, and of the data of an event with its last line.
    private static let most = 4 << 20

    /// The events that these bytes complete, in order. Throws `.unexpected` for an event that is too long. O(n) in the bytes.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws(ClientError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let isSecondOfCRLF = endedWithCR && byte == UInt8(ascii: "\n")
            endedWithCR = byte == UInt8(ascii: "\r")
            if isSecondOfCRLF { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if let event = endLine() { events.append(event) }
            } else {
                guard size + line.count < Self.most else {
                    throw .unexpected("The server sent an event of more than \(Self.most >> 20) MiB.")
                }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if isFirstLine, line.starts(with: byteOrderMark) { line.removeFirst(byteOrderMark.count) }
        isFirstLine = false
        defer { line.removeAll(keepingCapacity: true) }
        if line.isEmpty { return dispatch() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            set(field: text(line[...]), value: "")
            return nil
        }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        set(field: text(line[..<colon]), value: text(value))
        return nil
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private mutating func set(field: String, value: String) {
        switch field {
        case "event": type = value
        case "data":
            data.append(value)
            // With its line feed.
            size += value.utf8.count + 1
        case "retry" where !value.isEmpty && value.utf8.allSatisfy { (48...57).contains($0) }: retry = Int(value)
        case "id" where !value.utf8.contains(0): lastEventID = value
        default: break  // A comment has an empty field name.
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            type = ""
            data = []
            size = 0
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), lastEventID: lastEventID)
    }
}
