import Foundation

/// Something on its way to one person outside NoteIt. What it says is decided when it is sent, not when it is queued.
public struct PersonalDelivery: Sendable, Equatable, Memberwise {
    public typealias ID = Identifier<PersonalDelivery>

    /// The way that it takes. Later versions add some.
    public enum Channel: String, Sendable, CaseIterable { case mail, push, ntfy }

    public enum Kind: String, Sendable, CaseIterable { case verification, reset, notification, digest, test }

    public var id: ID
    public var account: Account.ID
    /// Where it goes, on a channel that reaches a person in several places: the id of a device. Empty for mail.
    public var target: String
    public var kind: Kind
    /// The id of a notification, the period of a digest, or its own id.
    public var subject: String
    public var event: Event.ID?
    /// The same for every try: the `Message-ID` of a mail, or its own id.
    public var messageID: String
    public var createdAt: Date
    /// The tries that failed.
    public var tries: Int
    /// Why the last of them failed.
    public var fault: String?

    /// What became of a try.
    public enum Outcome: Sendable, Equatable {
        case sent
        /// There is nothing to say any more, or nobody who may hear it.
        case dropped(String)
        /// The delivery will never arrive.
        case failed(String)
        /// - Parameters: `fault`: why this try failed; nil if it was no try.
        case later(Date, fault: String?)
    }

    /// What is to be done with it now.
    public enum Verdict<Address: Sendable>: Sendable {
        case send(Letter<Address>)
        case end(Outcome)
    }
}

/// What is sent to one person, as they may see it now.
public struct Letter<Address: Sendable>: Sendable, Memberwise {
    public var delivery: PersonalDelivery
    /// Where it goes, with all that its channel needs.
    public var address: Address
    public var zone: TimeZone
    public var language: String
    /// What the person calls their courses.
    public var names: ReaderCourses
    public var content: LetterContent
}

public enum LetterContent: Sendable {
    case verification
    case reset
    case notification(InboxNotification, event: Event?, reply: Reply?)
    case digest(MailDigest)
    /// What a person sends to their own device.
    case test
}

/// A delivery as the operator sees it.
public struct QueuedDelivery: Sendable, Memberwise {
    public var kind: String
    /// The person's email; nil if they have left.
    public var address: String?
    public var createdAt: Date
    public var tries: Int
    /// Nil if it is over.
    public var nextTry: Date?
    public var fault: String?
}

/// The numbers of deliveries by what became of them.
public struct DeliveryCounts: Sendable, Equatable, Memberwise {
    public var waiting, sent, dropped, failed: Int
}

/// What came in a period, and what is due after it.
public struct MailDigest: Sendable, Memberwise {
    /// In the order in which they came, without those that were mailed by themselves.
    public var new: [Event]
    public var moreNew: Bool
    /// The earliest first, without those that the person has done.
    public var due: [Event]
    public var moreDue: Bool
    public var isWeekly: Bool

    /// The most events of each list.
    public static let most = 50
}
