import NoteItCore

/// A message as ntfy takes it: https://docs.ntfy.sh/publish/#publish-as-json.
struct NtfyMessage: Encodable, Equatable {
    let topic: String
    /// Nil if the message itself is all that is shown.
    let title: String?
    let message: String
    /// Where a tap leads; nil if this server does not know its address.
    let click: String?
    /// 3 is usual; 4 makes a phone that is silent vibrate.
    let priority: Int
    /// A word that ntfy shows as a picture.
    let tags: [String]
    /// The same for every try, so that a message that arrives twice is shown once (ntfy 2.16).
    let sequence: String

    private enum CodingKeys: String, CodingKey {
        case topic, title, message, click, priority, tags
        case sequence = "sequence_id"
    }

    init(_ letter: Letter<NtfyAddress>, to topic: String, base: String?) {
        let words = ShortWords(letter, showsText: letter.address.showsText, place: "this topic")
        self.topic = topic
        (title, message) = words.text.map { (words.title, $0) } ?? (nil, words.title)
        click = base.map { $0 + words.path }
        priority = letter.content.isUrgent ? 4 : 3
        tags = [Self.tag(letter.content)]
        sequence = letter.delivery.id.description
    }

    private static func tag(_ content: LetterContent) -> String {
        guard case .notification(let news, _, _) = content else { return "wave" }
        return switch DeliveryTopic(news.kind) {
        case .mentions: "speech_balloon"
        case .replies: "left_speech_bubble"
        case .reminders: "alarm_clock"
        case .notices, nil: "loudspeaker"
        }
    }
}
