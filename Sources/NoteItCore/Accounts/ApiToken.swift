import Foundation

/// A secret with which a script or a bot acts as its person, within a scope and until a day.
public struct ApiToken: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = Identifier<ApiToken>

    /// What a token may do. `post` includes `read`.
    public enum Scope: String, Codable, Sendable, CaseIterable {
        /// Reads what its person reads, but nothing about passwords, sessions, tokens and second factors.
        case read
        /// Reads, and writes posts, replies, notices, files, answers and marks.
        case post
    }

    public var id: ID
    /// The name that the person gave it, such as that of the script.
    public var name: String
    public var scope: Scope
    /// The only course that it opens; nil: all of its person's.
    @Nullable public var course: Course.ID?
    public var createdAt: Date
    public var expiresAt: Date
    /// The time of its last use, to the minute; nil before the first.
    @Nullable public var lastUsed: Date?

    /// The most that one person may have.
    public static let most = 50
    /// How long a token may be valid, in days.
    public static let days = 1...365
    /// For a term of lectures, so that a forgotten script ends with it.
    public static let standardDays = 90
    /// How long an expired token stays in the list, in seconds: 30 days, so that its person sees why a script stopped.
    public static let listedFor = 30 * 86_400
}

extension ApiToken.Scope: JSONWritable {}

/// `POST /v1/me/tokens`.
public struct NewApiToken: Codable, Equatable, Sendable, Memberwise, Validated {
    public var name: String
    public var scope: ApiToken.Scope
    public var course: Course.ID? = nil
    /// Nil: `ApiToken.standardDays`.
    public var days: Int? = nil
    /// Required: an access token alone must not make a token that outlives it.
    public var currentPassword: String? = nil

    public func check(_ faults: inout Faults) {
        faults.check("name", name.calendarNameFault)
        if let days, !ApiToken.days.contains(days) {
            faults.check("days", "must be \(ApiToken.days.lowerBound) to \(ApiToken.days.upperBound)")
        }
    }
}

/// The answer to `NewApiToken`. The token is shown once: the server keeps its hash.
public struct MadeApiToken: Codable, Equatable, Sendable, Memberwise {
    public var id: ApiToken.ID
    public var name: String
    public var scope: ApiToken.Scope
    @Nullable public var course: Course.ID?
    public var createdAt: Date
    public var expiresAt: Date
    public var token: String
}

public protocol ApiTokenStore: Sendable {
    /// Oldest first.
    func apiTokens(of account: Account.ID) async throws -> [ApiToken]
    /// Throws `.conflict` if the person has too many, `.invalid` for a course that they are not in.
    /// - Parameters: `hash`: SHA-256 of the token, in hexadecimal; `password`: as of `AccountStore.update`.
    func addApiToken(
        _ new: NewApiToken, hash: String, until end: Date, by account: Account.ID, ifPassword password: String?
    ) async throws -> ApiToken
    /// Revokes a token: all nodes hear of it from the log, as of a session that ended. Throws `.notFound`.
    func revokeApiToken(_ id: ApiToken.ID, by account: Account.ID) async throws
    /// The token with this hash; nil if there is none, or its person is suspended or has left. It may have expired.
    func apiToken(hash: String) async throws -> (account: Account.ID, token: ApiToken)?
    /// Notes that it was used now.
    func used(_ id: ApiToken.ID) async throws
}
