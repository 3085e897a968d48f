import Foundation
import NoteItCore

/// An address that every relay takes without quotes (RFC 5322), and a name beside it.
public struct MailAddress: Equatable, Sendable {
    public let name: String?
    public let address: String

    /// `ada@example.edu` or `Ada Lovelace <ada@example.edu>`. Nil for any other text, such as a quoted local part.
    public init?(_ text: String) {
        let text = text.trimmed
        if text.hasSuffix(">"), let open = text.lastIndex(of: "<") {
            let name = text[..<open].trimmed.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            self.name = name.isEmpty ? nil : name
            address = String(text[text.index(after: open)...].dropLast())
        } else {
            (name, address) = (nil, text)
        }
        guard Self.isMailable(address), name?.unicodeScalars.contains(where: \.isControl) != true else { return nil }
    }

    /// The part after the `@`.
    public var domain: String { address.split(separator: "@").last.map(String.init) ?? "" }

    /// Whether it can stand in an envelope: atoms with dots between on both sides, which no command and no field can be hidden in.
    static func isMailable(_ address: String) -> Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= 64, parts[1].utf8.count <= 255 else { return false }
        return parts.allSatisfy { part in
            part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.first != "-" && atom.utf8.allSatisfy(isAtomText)
            }
        }
    }

    private static func isAtomText(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}

/// The address for replies by mail, with a place for the secret: `reply+{}@example.edu`.
public struct ReplyPattern: Equatable, Sendable {
    let before, after: String

    /// Nil unless the text has `{}` once, before the `@`, and is an address with a secret in its place.
    public init?(_ text: String) {
        let parts = text.trimmed.components(separatedBy: "{}")
        guard parts.count == 2, !parts[0].contains("@"), parts[1].contains("@"),
            MailAddress(parts[0] + String(repeating: "0", count: MailSecrets.replyLength) + parts[1])?.name == nil,
            MailAddress.isMailable(parts[0] + String(repeating: "0", count: MailSecrets.replyLength) + parts[1])
        else { return nil }
        (before, after) = (parts[0], parts[1])
    }

    func address(_ secret: String) -> String { before + secret + after }

    /// The secret in an address of this form, in lower case.
    func secret(in address: String) -> String? {
        let (address, before, after) = (address.lowercased(), before.lowercased(), after.lowercased())
        guard address.hasPrefix(before), address.hasSuffix(after) else { return nil }
        let secret = address.dropFirst(before.count).dropLast(after.count)
        return secret.utf8.count == MailSecrets.replyLength ? String(secret) : nil
    }
}
