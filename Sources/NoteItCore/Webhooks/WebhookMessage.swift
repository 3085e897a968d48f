import Foundation

/// A message for a webhook, with what its person may see at the time of sending.
public struct WebhookMessage: Sendable, Memberwise {
    public enum Content: Sendable {
        /// - Parameter delivery: the change as `/v1/changes` shows it.
        case change(Webhook.Kind, Delivery)
        /// Changes were lost, for example because a backup was restored.
        case gap(CursorExpiry)
        case ping
    }

    /// The same for all tries.
    public var id: String
    public var target: WebhookTarget
    public var content: Content
    /// When it happened.
    public var at: Date
    public var course: Course.ID?
    /// Where the webhook stands in the log, and where it will once the message is taken.
    public var from, to: LogCursor
    /// The tries that failed.
    public var tries: Int
    /// The time of the first of them.
    public var failingSince: Date?
}

/// Where messages go, and the secrets that sign them.
public struct WebhookTarget: Sendable, Memberwise {
    public var id: Webhook.ID
    public var account: Account.ID
    public var url: String
    public var host: String
    /// The numbers of the secrets that sign now, the newest first: 1, 2, ...
    public var secrets: [Int]
}

/// What is to be done for a webhook.
public enum WebhookWork: Sendable {
    case send(WebhookMessage)
    /// The log has nothing for it up to `to`, which is worth writing if `isFar`. `more`: whether the log goes on.
    case nothing(from: LogCursor, to: LogCursor, isFar: Bool, more: Bool)
    /// The webhook is to be disabled, for this reason.
    case ended(String)
    /// The webhook waits for its next try, is disabled or gone.
    case none
}

/// What became of a try.
public struct WebhookOutcome: Sendable, Memberwise {
    public enum Next: Sendable {
        case taken
        case later(Date)
        case disabled
    }

    public var next: Next
    public var status: Int?
    public var milliseconds: Int
    public var fault: String?
}

extension WebhookMessage {
    /// As the receiver gets it.
    public var type: String {
        switch content {
        case .change(let kind, _): kind.rawValue
        case .gap: "gap"
        case .ping: "ping"
        }
    }

    public var isPing: Bool {
        if case .ping = content { true } else { false }
    }

    /// The event or the reply.
    public var subject: String? {
        if case .change(_, let delivery) = content { delivery.subject } else { nil }
    }
}

extension WebhookOutcome.Next {
    public var isTaken: Bool {
        if case .taken = self { true } else { false }
    }
}
