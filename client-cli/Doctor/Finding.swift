import Foundation

/// The result of one check.
struct Finding: Encodable, Sendable {
    enum State: String, Encodable { case good, warning, bad }

    var state: State
    var what: String
    var found: String
    /// How to repair it; nil if nothing is wrong.
    var advice: String?
    /// Nil if only a person can repair it.
    var repair: Repair?
    /// What the repair has done; nil if there was none.
    var mended: String?

    private enum CodingKeys: CodingKey { case state, what, found, advice, mended }

    static func good(_ what: String, _ found: String) -> Finding { Finding(state: .good, what: what, found: found) }

    static func warning(_ what: String, _ found: String, _ advice: String, _ repair: Repair? = nil) -> Finding {
        Finding(state: .warning, what: what, found: found, advice: advice, repair: repair)
    }

    static func bad(_ what: String, _ found: String, _ advice: String?, _ repair: Repair? = nil) -> Finding {
        Finding(state: .bad, what: what, found: found, advice: advice, repair: repair)
    }
}

/// What `noteit doctor` can do about a finding.
struct Repair: Sendable {
    /// A command, to be asked as a question: `Fetch the local copy again`.
    let offer: String
    /// Returns what was done. Throws if it could not be done.
    let run: @Sendable () async throws -> String

    init(_ offer: String, _ run: @escaping @Sendable () async throws -> String) { (self.offer, self.run) = (offer, run) }
}
