import Foundation
import NoteItCore

/// The changes between two cursors, in log order: a page of `GET /v1/changes`, or one frame of a stream. A copy at `from`
/// is at `to` after it applies `changes`.
public struct ChangeBatch: Sendable, Equatable {
    public var from: LogCursor
    public var to: LogCursor
    public var changes: [ReceivedChange]
    /// Whether the log has more changes after `to`.
    public var more = false
}

/// A change with its JSON as received, to be passed on.
public struct ReceivedChange: Sendable, Equatable {
    /// `.unknown` if this version cannot read its type or body.
    public var change: Change
    /// The change as JSON, on one line.
    public var json: String

    /// Throws `.unexpected` if `json` is not a JSON object.
    public init(json: String) throws {
        let data = Data(json.utf8)
        if let change = try? JSONCoding.decoder().decode(Change.self, from: data) {
            self.change = change
        } else if (try? JSONSerialization.jsonObject(with: data)) is [String: Any] {
            change = .unknown
        } else {
            throw ClientError.unexpected("The server sent a change that cannot be read.")
        }
        // Line ends in JSON are white space: those in strings are escaped. Our server sends none, and looking at bytes is quick.
        let isOneLine = !json.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        self.json =
            isOneLine ? json : json.replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\r", with: " ")
    }
}
