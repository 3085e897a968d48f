import Foundation
import NoteItCore

extension SQLStore {
    public func pushKey() async throws -> String? {
        try await lookUp { try $0.value("SELECT key FROM push_key WHERE id = 1") }
    }

    public func setPushKey(_ pem: String) async throws -> String {
        try await aside { db in
            // Two processes may do it at the same time: one key stays.
            try db.send("INSERT INTO push_key (id, key) VALUES (1, ?) ON CONFLICT DO NOTHING", pem)
            return try stored(try db.value("SELECT key FROM push_key WHERE id = 1"))
        }
    }

    public func pushDevices(of account: Account.ID, current session: Session.ID?) async throws -> [PushDevice] {
        try await read { try PushDeviceRow.all(of: account, current: session, $0).map(\.device) }
    }

    public func addPushDevice(
        _ new: NewPushDevice, host: String, by account: Account.ID, session: Session.ID
    ) async throws -> (device: PushDevice, created: Bool) {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            let row = try tx.db.first(
                "SELECT device FROM session WHERE id = ? AND account_id = ? AND revoked_at IS NULL", session, account)
            guard let row else { throw DomainError.unauthenticated("The session is closed. Sign in again.") }
            let holder = try tx.db.first("SELECT id, account_id FROM push_device WHERE endpoint = ?", new.endpoint)
            if let holder, holder[1] == account {
                return (try PushDeviceRow.renew(holder[0], new, of: account, session, tx.db), false)
            }
            // The browser is another person's now.
            if let holder { try PushDeviceRow.remove(holder[0], of: holder[1], tx.db) }
            let others = try PushDeviceRow.all(of: account, tx.db)
            guard others.count < PushDevice.most else {
                throw DomainError.conflict("You have \(PushDevice.most) devices. Remove one first.")
            }
            let device = PushDevice(
                id: .make(at: tx.now, counter: Int64(others.count)), name: new.name ?? row[0] ?? "Browser", host: host,
                current: true, createdAt: tx.now, sentAt: nil, fault: nil, settings: .standard)
            try PushDeviceRow.insert(new, device, of: account, session, tx.db)
            return (device, true)
        }
    }

    public func editPushDevice(
        _ id: PushDevice.ID, with patch: PushDevicePatch, by account: Account.ID, session: Session.ID?
    ) async throws -> PushDevice {
        try await commit { tx in
            var device = try PushDeviceRow.require(id, of: account, current: session, tx.db).device
            let new = device.settings.applying(patch)
            try requireCourses(
                Set(new.exceptCourses).subtracting(device.settings.exceptCourses), in: "exceptCourses", tx.db)
            device.settings = new
            device.name = patch.name ?? device.name
            try tx.db.send(
                "UPDATE push_device SET name = ?, settings = ? WHERE id = ?", device.name, try JSONCoding.string(new), id)
            return device
        }
    }

    public func removePushDevice(_ id: PushDevice.ID, by account: Account.ID) async throws {
        try await commit { tx in
            _ = try PushDeviceRow.require(id, of: account, tx.db)
            try PushDeviceRow.remove(id.description, of: account, tx.db)
        }
    }

    public func testPushDevice(_ id: PushDevice.ID, by account: Account.ID) async throws {
        try await commit { tx in
            _ = try PushDeviceRow.require(id, of: account, tx.db)
            let waits = try tx.db.first(
                """
                SELECT 1 FROM delivery WHERE account_id = ? AND channel = 'push' AND target = ? AND kind = 'test'
                AND next_try IS NOT NULL
                """, account, id.description)
            guard waits == nil else {
                throw DomainError.tooMany("A test is on its way to this device already. Wait for it.", retryAfter: 10)
            }
            try DeliveryRow.add(
                DeliveryRow.New(channel: .push, account: account, target: id.description, kind: .test), domain: nil, at: tx.now,
                tx.db)
        }
    }

    public func judgePush(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<PushAddress> {
        try await judging(delivery) { judgement in
            try judgement.verdict(gone: "The device is removed.") {
                let found = try PushDeviceRow.find(delivery.target, of: delivery.account, judgement.db)
                return found.map { ($0.device.settings, $0.address) }
            }
        }
    }

    public func notePush(_ delivery: PersonalDelivery, fault: String?) async throws {
        let now = now
        try await aside {
            try $0.send(
                "UPDATE push_device SET fault = ?, sent_at = CASE WHEN ? = 1 THEN ? ELSE sent_at END WHERE id = ?",
                fault?.prefix(codePoints: 500), fault == nil, now.seconds, delivery.target)
        }
    }

    public func dropPushDevice(of delivery: PersonalDelivery) async throws {
        try await aside { try PushDeviceRow.remove(delivery.target, of: delivery.account, $0) }
    }
}
