import Foundation
import NoteItCore

/// A configuration profile that sets up CalDAV on iPhone, iPad and Mac. It holds the app password.
///
/// The keys of a profile are those of Apple's payload `com.apple.caldav.account`. Its identifiers depend on the server, the
/// account and the name of the device alone: a profile with a new password takes the place of the old one.
public struct CalendarProfile: Encodable, Sendable {
    private struct Payload: Encodable {
        let type = "com.apple.caldav.account"
        let version = 1
        let identifier, uuid, displayName: String
        let description = "NoteIt"
        let host: String
        let port: Int
        let usesTLS: Bool
        let principal, user, password: String

        enum CodingKeys: String, CodingKey {
            case type = "PayloadType"
            case version = "PayloadVersion"
            case identifier = "PayloadIdentifier"
            case uuid = "PayloadUUID"
            case displayName = "PayloadDisplayName"
            case description = "CalDAVAccountDescription"
            case host = "CalDAVHostName"
            case port = "CalDAVPort"
            case usesTLS = "CalDAVUseSSL"
            case principal = "CalDAVPrincipalURL"
            case user = "CalDAVUsername"
            case password = "CalDAVPassword"
        }
    }

    private let type = "Configuration"
    private let version = 1
    private let identifier, uuid, displayName, description: String
    private let organization = "NoteIt"
    private let content: [Payload]

    private enum CodingKeys: String, CodingKey {
        case type = "PayloadType"
        case version = "PayloadVersion"
        case identifier = "PayloadIdentifier"
        case uuid = "PayloadUUID"
        case displayName = "PayloadDisplayName"
        case description = "PayloadDescription"
        case organization = "PayloadOrganization"
        case content = "PayloadContent"
    }

    /// Nil for an address without a host.
    /// - Parameters: `server`: its address; `account`: whose calendars; `user`: the email of the account.
    public init?(_ made: MadeAppPassword, server: URL, account: Account.ID, user: String) {
        guard let host = server.host(), !host.isEmpty else { return nil }
        let isEncrypted = server.scheme?.lowercased() == "https"
        let port = server.port ?? (isEncrypted ? 443 : 80)
        let path = server.path().hasSuffix("/") ? String(server.path().dropLast()) : server.path()
        let name = made.name
        let device = "noteit.caldav.\(host).\(port).\(account).\(UUID(named: name).uuidString)"
        identifier = device
        uuid = UUID(named: device).uuidString
        displayName = "NoteIt calendars (\(name))"
        description = "Signs in to the calendars and tasks of \(user) on \(host)."
        // IPv6 addresses stand in brackets in an address alone.
        let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        content = [
            Payload(
                identifier: "\(device).account", uuid: UUID(named: "\(device).account").uuidString,
                displayName: "CalDAV (NoteIt)", host: host, port: port, usesTLS: isEncrypted,
                principal: "\(isEncrypted ? "https" : "http")://\(bracketed):\(port)\(path)/dav/principals/\(account)/",
                user: user, password: made.password)
        ]
    }

    /// The file's content: an XML property list.
    public func data() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode(self)
    }
}

extension UUID {
    /// A UUID that is always the same for a name. Version 8 (RFC 9562) of two FNV-1a hashes: a name for a profile, not a secret.
    init(named name: String) {
        func hash(_ start: UInt64) -> UInt64 {
            name.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
        var bytes = [hash(0xcbf2_9ce4_8422_2325), hash(0x9ae1_6a3b_2f90_404f)].flatMap { hash in
            (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) }
        }
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
                bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
