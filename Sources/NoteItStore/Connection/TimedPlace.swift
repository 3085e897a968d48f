import Foundation
import NoteItCore

/// A place in a list that has its newest first.
struct TimedPlace {
    var time: Int64
    var id: String

    /// Nil for nil. Throws `.invalid` for a token that was not made here.
    init?(_ token: String?) throws {
        guard let parts = try PageToken.parts(token, count: 2) else { return nil }
        guard let time = Int64(parts[0]) else { throw DomainError.invalid("after", "must be the `next` of the page before") }
        (self.time, id) = (time, parts[1])
    }

    static func token(_ time: Date, _ id: String) throws -> String { try PageToken.make(["\(time.seconds)", id]) }
}
