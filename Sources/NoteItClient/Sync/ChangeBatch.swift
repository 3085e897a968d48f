import Foundation
import NoteItCore

/// Changes between two places in the log, in its order: what one answer of `GET /v1/changes` holds, or one frame of a
/// stream. Whoever has all up to `from` and applies `changes` has all up to `to`.
public struct ChangeBatch: Sendable, Equatable {
    public var from: Cursor
    public var to: Cursor
    public var changes: [ReceivedChange]
    /// Whether the log goes on behind `to`.
    public var more: Bool

    public init(from: Cursor, to: Cursor, changes: [ReceivedChange], more: Bool = false) {
        self.from = from
        self.to = to
        self.changes = changes
        self.more = more
    }
}

/// A change together with what was received, for those who pass it on.
public struct ReceivedChange: Sendable, Equatable {
    /// `.unknown` if it is of a type, or has a body, that this version cannot read.
    public var change: Change
    /// The change as JSON, on one line.
    public var json: String

    /// Throws `.unexpected` if `json` is no JSON object.
    public init(json: String) throws {
        let data = Data(json.utf8)
        if let change = try? JSONCoding.decoder().decode(Change.self, from: data) {
            self.change = change
        } else if (try? JSONSerialization.jsonObject(with: data)) is [String: Any] {
            change = .unknown
        } else {
            throw ClientError.unexpected("The server sent a change that cannot be read.")
        }
        // JSON has line ends only where white space may stand: those in strings are escaped.
        self.json = json.replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\r", with: " ")
    }
}

/// `ChangePage` with its changes left as they came, so that unknown ones are passed on too.
struct RawChangePage {
    let changes: [String]
    let cursor: Cursor
    let more: Bool

    /// Throws `.unexpected`.
    init(_ answer: Answer) throws {
        let place: Place = try answer.decode()
        guard let cursor = Cursor(place.cursor),
            let changes = JSONSlices.elements(of: "changes", in: answer.body.readableBytesView)
        else { throw ClientError.unexpected("The server's place in the log cannot be read: \(place.cursor.debugDescription).") }
        (self.changes, self.cursor, more) = (changes, cursor, place.more)
    }

    private struct Place: Decodable {
        var cursor: String
        var more: Bool
    }

    func batch(from: Cursor) throws -> ChangeBatch {
        ChangeBatch(from: from, to: cursor, changes: try changes.map(ReceivedChange.init(json:)), more: more)
    }
}
