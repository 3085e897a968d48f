/// `urn:noteit:sync:EPOCH.OFFSET` (RFC 6578, section 3.8).
struct SyncToken: Equatable, Sendable {
    var epoch: String
    var offset: Int64

    init(epoch: String, offset: Int64) { (self.epoch, self.offset) = (epoch, offset) }

    /// Nil if the server never made such a token.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let dot = text.lastIndex(of: ".") else { return nil }
        let (epoch, number) = (text[..<dot].dropFirst(Self.prefix.count), text[text.index(after: dot)...])
        guard !epoch.isEmpty, let offset = Int64(number), offset >= 0, "\(offset)" == number else { return nil }
        self.init(epoch: String(epoch), offset: offset)
    }

    var text: String { "\(Self.prefix)\(epoch).\(offset)" }

    private static let prefix = "urn:noteit:sync:"
}
