import Foundation
import NoteItCore

/// A device as its row has it.
struct StoredPushDevice {
    var device: PushDevice
    var address: PushAddress
}

enum PushDeviceRow {
    private static let columns =
        "id, name, host, session_id, created_at, sent_at, fault, settings, endpoint, public_key, secret"

    private static func decode(_ row: Row, _ session: Session.ID?) throws -> StoredPushDevice {
        let settings = try PushSettings(row: row[7])
        return StoredPushDevice(
            device: PushDevice(
                id: row[0], name: row[1], host: row[2], current: (row[3] as Session.ID) == session,
                createdAt: Date(seconds: row[4]), sentAt: (row[5] as Int64?).map(Date.init(seconds:)), fault: row[6],
                settings: settings),
            address: PushAddress(endpoint: row[8], key: row[9], secret: row[10], showsText: settings.showsText))
    }

    static func all(
        of account: Account.ID, current session: Session.ID? = nil, _ db: SQLConnection
    ) throws -> [StoredPushDevice] {
        try db.decoded(
            "SELECT \(columns) FROM push_device WHERE account_id = ? ORDER BY created_at, id", [account]
        ) { try decode($0, session) }
    }

    /// - Parameter id: as text, since it may come from a delivery.
    static func find(
        _ id: String, of account: Account.ID, current session: Session.ID? = nil, _ db: SQLConnection
    ) throws -> StoredPushDevice? {
        try db.decoded("SELECT \(columns) FROM push_device WHERE id = ? AND account_id = ?", [id, account]) {
            try decode($0, session)
        }.first
    }

    static func require(
        _ id: PushDevice.ID, of account: Account.ID, current session: Session.ID? = nil, _ db: SQLConnection
    ) throws -> StoredPushDevice {
        guard let found = try find(id.description, of: account, current: session, db) else {
            throw DomainError.notFound("device \(id)")
        }
        return found
    }

    static func insert(
        _ new: NewPushDevice, _ device: PushDevice, of account: Account.ID, _ session: Session.ID, _ db: SQLConnection
    ) throws {
        try db.send(
            """
            INSERT INTO push_device
                (id, account_id, session_id, name, endpoint, host, public_key, secret, settings, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, device.id, account, session, device.name, new.endpoint, device.host, new.keys.p256dh, new.keys.auth,
            try JSONCoding.string(device.settings), device.createdAt.seconds)
    }

    /// The keys of a browser change with each subscription, though an endpoint may stay.
    static func renew(
        _ id: String, _ new: NewPushDevice, of account: Account.ID, _ session: Session.ID, _ db: SQLConnection
    ) throws -> PushDevice {
        try db.send(
            "UPDATE push_device SET public_key = ?, secret = ?, session_id = ?, fault = NULL WHERE id = ?", new.keys.p256dh,
            new.keys.auth, session, id)
        return try stored(try find(id, of: account, current: session, db)).device
    }

    /// Removes a device with all that is on its way there.
    static func remove(_ id: String, of account: Account.ID, _ db: SQLConnection) throws {
        try DeliveryRow.forget(id, of: .push, account, db)
        try db.send("DELETE FROM push_device WHERE id = ? AND account_id = ?", id, account)
    }

    /// Removes the devices of sessions that end.
    /// - Parameter sessions: a condition on `session`, with its values.
    static func remove(ofSessions sessions: String, _ values: [SQLParameter], _ db: SQLConnection) throws {
        let devices = try db.decoded(
            "SELECT id, account_id FROM push_device WHERE session_id IN (SELECT id FROM session WHERE \(sessions))", values
        ) { (id: $0[0] as String, account: $0[1] as Account.ID) }
        for device in devices { try remove(device.id, of: device.account, db) }
    }
}
