import Foundation
import NoteItCore

/// The position of the last row of a page, opaque to clients.
enum PageToken {
    static func make(_ parts: [String]) throws -> String {
        Data(try jsonArray(parts).utf8).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }

    /// The `count` parts of a token; nil for nil. Throws `.invalid` for a token that was not made here.
    static func parts(_ token: String?, count: Int, field: String = "after") throws -> [String]? {
        guard let token else { return nil }
        let base64 = token.replacing("-", with: "+").replacing("_", with: "/")
        let padded = base64 + String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: padded), let parts = try? JSONDecoder().decode([String].self, from: data),
            parts.count == count
        else { throw DomainError.notANext(field) }
        return parts
    }
}

/// A position in a list with the newest items first.
struct TimedPosition {
    var time: Int64
    var id: String

    /// Nil for nil. Throws `.invalid` for a token that was not made here.
    init?(_ token: String?) throws {
        guard let parts = try PageToken.parts(token, count: 2) else { return nil }
        guard let time = Int64(parts[0]) else { throw DomainError.notANext() }
        (self.time, id) = (time, parts[1])
    }

    static func token(_ time: Date, _ id: String) throws -> String { try PageToken.make(["\(time.seconds)", id]) }
}
