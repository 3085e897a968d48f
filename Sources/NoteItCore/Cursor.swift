/// A place in the log, `EPOCH.OFFSET`: opaque to clients, the same for all transports.
public struct Cursor: Hashable, Sendable, LosslessStringConvertible {
    /// A random word for the life of the database; a restored backup gets a new one.
    public let epoch: String
    /// Offset of the last row that the holder has.
    public let offset: Int64

    public init(epoch: String, offset: Int64) {
        self.epoch = epoch
        self.offset = offset
    }

    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].allSatisfy(\.isASCII), let offset = Int64(parts[1]), offset >= 0
        else { return nil }
        self.init(epoch: String(parts[0]), offset: offset)
    }

    public var description: String { "\(epoch).\(offset)" }
}

/// Why a cursor cannot be resumed from.
public enum CursorExpiry: String, Codable, Sendable, CaseIterable {
    /// Rows behind it were pruned.
    case pruned
    /// It belongs to another life of the database.
    case epoch
    /// It is ahead of the log.
    case ahead
}

/// Where the log stands: cursors from `pruned` to `head` can be resumed from.
public struct LogHead: Sendable, Equatable {
    public var epoch: String
    public var head: Int64
    public var pruned: Int64

    public init(epoch: String, head: Int64, pruned: Int64) {
        self.epoch = epoch
        self.head = head
        self.pruned = pruned
    }

    public var cursor: Cursor { Cursor(epoch: epoch, offset: head) }

    /// Nil if `cursor` can be resumed from.
    public func expiry(of cursor: Cursor) -> CursorExpiry? {
        if cursor.epoch != epoch { return .epoch }
        if cursor.offset > head { return .ahead }
        return cursor.offset < pruned ? .pruned : nil
    }
}
