import Foundation

/// An address to which the server posts what changes, for a bot or a course tool. It gets what its person may see.
public struct Webhook: Codable, Equatable, Sendable, Identifiable, Memberwise {
    public typealias ID = Identifier<Webhook>

    /// What a webhook may tell.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case eventCreated = "event.created"
        case eventUpdated = "event.updated"
        case eventDeleted = "event.deleted"
        case replyCreated = "reply.created"
        case replyUpdated = "reply.updated"
        case replyDeleted = "reply.deleted"
    }

    public enum State: String, Codable, Sendable {
        /// All that happened so far was taken, or is on its way.
        case active
        /// The receiver did not take a message, which is tried again.
        case failing
        /// Nothing is sent until a test is taken.
        case disabled
    }

    public var id: ID
    /// The name that the person gave it, such as that of the bot.
    public var name: String
    /// The host of the address, which may itself be a secret.
    public var host: String
    /// The only course of which it tells; nil: all of its person's.
    @Nullable public var course: Course.ID?
    public var changes: [Kind]
    public var state: State
    /// Why it is disabled, or why the last try failed, in a sentence.
    @Nullable public var fault: String?
    /// When the message that failed is tried again.
    @Nullable public var nextTry: Date?
    public var createdAt: Date
    /// Until when messages are also signed with the secret before the present one.
    @Nullable public var oldSecretUntil: Date?

    /// The most that one person may have.
    public static let most = 10
    /// How long the secret before the present one signs too, in seconds: a day.
    public static let secretOverlap: TimeInterval = 86_400
    /// The newest deliveries of each that are listed.
    public static let mostDeliveries = 50
}

/// `POST /v1/me/webhooks`.
public struct NewWebhook: Codable, Equatable, Sendable, Memberwise, Validated {
    public var name: String
    /// `https`.
    public var url: String
    public var course: Course.ID? = nil
    /// Nil: all.
    public var changes: [Webhook.Kind]? = nil
    /// Required: an access token alone must not open a way out that outlives it.
    public var currentPassword: String? = nil

    /// The server checks the address.
    public func check(_ faults: inout Faults) {
        faults.check("name", name.calendarNameFault)
        faults.check("url", url.fault(length: 1...1_000))
        if let changes, changes.isEmpty || changes.count > Webhook.Kind.allCases.count {
            faults.check("changes", "must list 1 to \(Webhook.Kind.allCases.count) kinds of changes")
        }
    }

    /// In the order of the contract, each once.
    public var wanted: [Webhook.Kind] { Webhook.Kind.allCases.filter(changes?.contains ?? { _ in true }) }
}

/// The answer to `NewWebhook` and to a rotation. The secret is shown once.
public struct WebhookSecret: Codable, Equatable, Sendable, Memberwise {
    public var webhook: Webhook
    /// `whsec_` and 32 bytes in base64 (Standard Webhooks).
    public var secret: String
}

/// Confirms a rotation: `POST /v1/me/webhooks/{webhook}/secret`.
public struct WebhookRotation: Codable, Equatable, Sendable, Memberwise {
    public var currentPassword: String? = nil
}

/// What became of a message, for the bot's author.
public struct WebhookDelivery: Codable, Equatable, Sendable, Memberwise {
    /// The `webhook-id`, the same for all tries.
    public var id: String
    /// A `Webhook.Kind`, `ping` or `gap`.
    public var type: String
    /// The event or the reply; nil for other messages.
    @Nullable public var subject: String?
    /// When it was tried last.
    public var at: Date
    public var tries: Int
    /// Whether the receiver took it.
    public var taken: Bool
    /// The status of the last answer; nil if none came.
    @Nullable public var status: Int?
    /// How long the last try took.
    public var milliseconds: Int
    /// Why it was not taken, in a sentence.
    @Nullable public var fault: String?
}
