import NoteItCore

/// `urn:noteit:sync:EPOCH.OFFSET`, or `urn:noteit:sync:EPOCH.OFFSET+FLOOR+NAME` within changes of one offset, with the name in
/// hexadecimal (RFC 6578, section 3.8).
struct SyncToken: Equatable, Sendable {
    var epoch: String
    var position: CalendarPosition

    init(epoch: String, position: CalendarPosition) { (self.epoch, self.position) = (epoch, position) }

    /// Nil if the server never made such a token.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let dot = text.lastIndex(of: ".") else { return nil }
        let parts = text[text.index(after: dot)...].split(separator: "+", omittingEmptySubsequences: false)
        guard [1, 3].contains(parts.count), let offset = Self.number(parts[0]) else { return nil }
        epoch = String(text[..<dot].dropFirst(Self.prefix.count))
        position = CalendarPosition(offset: offset)
        if parts.count == 3 {
            guard let floor = Self.number(parts[1]), let name = Self.name(parts[2]) else { return nil }
            position = CalendarPosition(offset: offset, name: name, floor: floor)
        }
        if epoch.isEmpty { return nil }
    }

    var text: String {
        let whole = "\(Self.prefix)\(epoch).\(position.offset)"
        guard let name = position.name else { return whole }
        return "\(whole)+\(position.floor)+" + name.utf8.hex
    }

    private static let prefix = "urn:noteit:sync:"

    private static func number(_ text: Substring) -> Int64? {
        guard let number = Int64(text), number >= 0, "\(number)" == text else { return nil }
        return number
    }

    private static func name(_ text: Substring) -> String? {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue ?? -1 }
        guard !digits.isEmpty, digits.count % 2 == 0, !digits.contains(-1) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        return String(validating: bytes, as: UTF8.self)
    }
}
