/// A position in the log: after all rows up to `offset`, and after the entries up to `key` that the next row expands to.
public struct LogPosition: Hashable, Comparable, Sendable {
    public let offset: Int64
    /// Hexadecimal digits and hyphens after a letter from `a` to `e`, compared by byte; nil before the first entry of the next row.
    public let key: String?

    public init(_ offset: Int64, key: String? = nil) { (self.offset, self.key) = (offset, key) }

    public static func < (left: Self, right: Self) -> Bool {
        if left.offset != right.offset { return left.offset < right.offset }
        guard let key = right.key else { return false }
        return left.key.map { $0.utf8.lexicographicallyPrecedes(key.utf8) } ?? true
    }
}

/// A position in the log of one database: `EPOCH.OFFSET` or `EPOCH.OFFSET.KEY`. Opaque to clients, the same for all transports.
public struct LogCursor: Hashable, Sendable, LosslessStringConvertible {
    /// A random word for the life of the database. A restored backup gets a new one.
    public let epoch: String
    /// The holder has everything up to here.
    public let position: LogPosition

    public init(epoch: String, _ position: LogPosition) { (self.epoch, self.position) = (epoch, position) }

    public init(epoch: String, offset: Int64) { self.init(epoch: epoch, LogPosition(offset)) }

    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, !parts[0].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let offset = Int64(parts[1])
        else { return nil }
        let key = parts.count == 3 ? String(parts[2]) : nil
        guard key.map(Self.isKey) ?? true else { return nil }
        self.init(epoch: String(parts[0]), LogPosition(offset, key: key))
    }

    /// A letter for the stage, then parts of ids and numbers.
    private static func isKey(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.first.map { ("a"..."e").contains($0) } ?? false
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == UInt8(ascii: "-") }
    }

    public var offset: Int64 { position.offset }

    public var description: String { position.key.map { "\(epoch).\(offset).\($0)" } ?? "\(epoch).\(offset)" }
}

/// The reasons why a client cannot resume from a cursor.
public enum CursorExpiry: String, Codable, Sendable, CaseIterable {
    /// Rows after it were pruned.
    case pruned
    /// The cursor belongs to another life of the database.
    case epoch
    /// The cursor is ahead of the log.
    case ahead
}

/// The ends of the log. A client can resume from cursors between `pruned` and `offset`.
public struct LogHead: Sendable, Equatable, Memberwise {
    public var epoch: String
    public var offset, pruned: Int64

    public var position: LogPosition { LogPosition(offset) }
    public var cursor: LogCursor { LogCursor(epoch: epoch, position) }

    /// The reason why a client cannot resume from a cursor; nil if it can.
    public func expiry(of cursor: LogCursor) -> CursorExpiry? {
        if cursor.epoch != epoch { return .epoch }
        if cursor.position > position { return .ahead }
        return cursor.offset < pruned ? .pruned : nil
    }
}
