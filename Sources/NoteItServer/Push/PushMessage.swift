import Foundation
import NoteItCore

/// What a browser shows: a declarative message (W3C Push API, "declarative push message"), which Safari shows by itself, and other
/// browsers by the service worker of our page.
struct PushMessage: Encodable, Equatable {
    struct Notification: Encodable, Equatable {
        var title: String
        var body: String?
        /// Where a tap leads.
        var navigate: String
        /// A notification with the same tag is replaced.
        var tag: String
        var lang: String?
    }

    var notification: Notification
    /// The number of RFC 8030 says that it is declarative.
    private let version = 8030

    /// How urgent it is (RFC 8030, section 5.3): a phone that saves power waits for `high`.
    enum Urgency: String { case normal, high }

    private enum CodingKeys: String, CodingKey {
        case notification
        case version = "web_push"
    }

    init(notification: Notification) { self.notification = notification }
}

/// Writes the message for one device.
struct PushWriter {
    let base: PublicURL
    let letter: Letter<PushAddress>

    var message: PushMessage {
        let words = ShortWords(letter, showsText: letter.address.showsText, place: "this device")
        return PushMessage(
            notification: .init(
                title: words.title, body: words.text, navigate: base.text + words.path, tag: topic,
                lang: letter.address.showsText ? nil : "en"))
    }

    var urgency: PushMessage.Urgency { letter.content.isUrgent ? .high : .normal }

    /// How long a push service keeps the message for a device that is away: as long as it is news.
    func timeToLive(at now: Date) -> Int {
        var end = letter.delivery.createdAt + DeliveryPace.push.patience
        if case .notification(let news, let event?, _) = letter.content, DeliveryTopic(news.kind) == .reminders,
            let due = event.due
        {
            end = min(end, due)
        }
        return max(Int(end.timeIntervalSince(now)), 60)
    }

    /// By which a newer message replaces an older one that has not arrived (RFC 8030, section 5.4). It tells the push service nothing,
    /// not even which devices get the same news.
    var topic: String {
        let subject =
            switch letter.content {
            case .notification(let news, _, _):
                "\(news.kind.rawValue) \(news.event.map(\.description) ?? letter.delivery.subject)"
            default: letter.delivery.kind.rawValue
            }
        return Secret.shortDigest("\(letter.address.secret) \(subject)")
    }
}
