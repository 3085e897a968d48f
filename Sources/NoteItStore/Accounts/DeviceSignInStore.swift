import Foundation
import NoteItCore

extension SQLStore {
    public func ask(_ new: NewDeviceSignIn, deviceHash: String, userHash: String, from address: String) async throws {
        try await commit { tx in
            let now = tx.now.seconds
            try tx.db.send("DELETE FROM device_sign_in WHERE expires_at <= ?", now)
            try DeviceSignInRow.makeRoom(tx.db)
            // A code of another sign-in is rarer than one in a million.
            if try tx.db.first("SELECT 1 FROM device_sign_in WHERE user_hash = ?", userHash) != nil {
                throw DomainError.tooMany("Try again.", retryAfter: 1)
            }
            try tx.db.send(
                """
                INSERT INTO device_sign_in (device_hash, user_hash, device, address, created_at, expires_at, pause)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, deviceHash, userHash, new.device, address, now, now + Int64(DeviceSignIn.lifetime), DeviceSignIn.pause)
        }
    }

    public func waitingDevice(userHash: String) async throws -> WaitingDevice {
        let now = now
        return try await read { try DeviceSignInRow.requireWaiting(userHash, at: now, $0) }
    }

    public func answer(
        userHash: String, approve: Bool, by account: Account.ID, in session: Session.ID, refreshHash: String
    ) async throws {
        try await commit { tx in
            try SessionRow.requireHolder(of: session, refreshHash: refreshHash, tx)
            _ = try DeviceSignInRow.requireWaiting(userHash, at: tx.now, tx.db)
            try tx.db.send(
                "UPDATE device_sign_in SET answer = ?, account_id = ?, session_id = ? WHERE user_hash = ?",
                approve ? "approved" : "refused", approve ? account : nil, approve ? session : nil, userHash)
        }
    }

    public func poll(
        deviceHash: String, opening session: Session.ID, refreshHash: String, unless rule: FactorRule
    ) async throws -> Account {
        // Polls with a wrong code write nothing.
        let isKnown = try await read { try DeviceSignInRow.exists(deviceHash, $0) }
        guard isKnown else { throw DomainError.deviceSignIn(.expired) }
        let outcome: DeviceSignInRow.Outcome = try await commit { tx in
            let outcome = try DeviceSignInRow.poll(deviceHash, unless: rule, tx)
            if case .approved(let account, let device, let browser) = outcome {
                try SessionRow.add(
                    session, of: account.id, device: device, refreshHash: refreshHash, approvedIn: browser, tx)
                try SignOnRow.share(of: browser, with: session, as: deviceHash, tx)
            }
            return outcome
        }
        switch outcome {
        case .approved(let account, _, _): return account
        case .refused(let why): throw DomainError.deviceSignIn(why)
        }
    }
}

enum DeviceSignInRow {
    /// A poll that opens no session is counted too. Throwing would roll that back.
    enum Outcome: Sendable {
        case approved(Account, device: String?, in: Session.ID)
        case refused(DeviceRefusal)
    }

    /// Throws `.tooMany` if as many as may wait have been answered.
    static func makeRoom(_ db: SQLConnection) throws {
        func isFull() throws -> Bool {
            let count: Int? = try db.value("SELECT COUNT(*) FROM device_sign_in")
            return count ?? 0 >= DeviceSignIn.most
        }
        guard try isFull() else { return }
        let waiting: [DeviceSignIn.Waiting] = try db.decoded(
            "SELECT device_hash, address, created_at FROM device_sign_in WHERE answer IS NULL", []
        ) { DeviceSignIn.Waiting(id: $0[0], address: $0[1], since: $0[2]) }
        try db.send(
            "DELETE FROM device_sign_in WHERE device_hash IN (SELECT value FROM json_each(?))",
            try jsonArray(DeviceSignIn.givingWay(waiting, DeviceSignIn.room)))
        if try isFull() {
            throw DomainError.tooMany("Too many devices wait for an approval. Try again in a minute.", retryAfter: 60)
        }
    }

    static func exists(_ deviceHash: String, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM device_sign_in WHERE device_hash = ?", deviceHash) != nil
    }

    /// Throws `.notFound` unless it waits for an answer.
    static func requireWaiting(_ userHash: String, at now: Date, _ db: SQLConnection) throws -> WaitingDevice {
        let row = try db.first(
            "SELECT * FROM device_sign_in WHERE user_hash = ? AND answer IS NULL AND expires_at > ?", userHash, now.seconds)
        guard let row else { throw DomainError.unknownDeviceCode }
        let address: String = row["address"]
        return WaitingDevice(
            device: row["device"], address: address.isEmpty ? nil : address, createdAt: row.date("created_at"),
            expiresAt: row.date("expires_at"))
    }

    /// The row goes with the poll that hears the answer.
    static func poll(_ deviceHash: String, unless rule: FactorRule, _ tx: Transaction) throws -> Outcome {
        let now = tx.now.seconds
        let row = try tx.db.first("SELECT * FROM device_sign_in WHERE device_hash = ? AND expires_at > ?", deviceHash, now)
        guard let row else { return .refused(.expired) }
        let pause: Int64 = row["pause"]
        if let last = row.dateIfPresent("polled_at"), now < last.seconds + pause {
            try tx.db.send(
                "UPDATE device_sign_in SET polled_at = ?, pause = ? WHERE device_hash = ?", now,
                min(pause + Int64(DeviceSignIn.slower), Int64(DeviceSignIn.longestPause)), deviceHash)
            return .refused(.tooFast)
        }
        let (answer, account, session): (String?, Account.ID?, Session.ID?) =
            (row["answer"], row["account_id"], row["session_id"])
        guard answer != nil else {
            try tx.db.send("UPDATE device_sign_in SET polled_at = ? WHERE device_hash = ?", now, deviceHash)
            return .refused(.pending)
        }
        try tx.db.send("DELETE FROM device_sign_in WHERE device_hash = ?", deviceHash)
        guard let account, let session, try SessionRow.isOpen(session, tx.db),
            try !SecondFactorRow.isMissing(of: account, rule, tx.db) || SignOnRow.hadFactor(session, tx.db)
        else { return .refused(.refused) }
        return .approved(try AccountRow.require(account, tx.db), device: row["device"], in: session)
    }
}

extension SessionRow {
    static func isOpen(_ session: Session.ID, _ db: SQLConnection) throws -> Bool {
        try db.first("SELECT 1 FROM session WHERE id = ? AND revoked_at IS NULL", session) != nil
    }

    /// Throws `.forbidden` unless this is the session's present refresh token, or the one that another tab has just exchanged.
    fileprivate static func requireHolder(of session: Session.ID, refreshHash: String, _ tx: Transaction) throws {
        let row = try tx.db.first(
            """
            SELECT 1 FROM refresh_token t JOIN session s ON s.id = t.session_id
            WHERE t.hash = ? AND s.id = ? AND s.revoked_at IS NULL AND (t.rotated_at IS NULL OR t.rotated_at >= ?)
            """, refreshHash, session, tx.now.seconds - SQLStore.graceForLostAnswers)
        guard row != nil else { throw DomainError.onlyThePageApproves }
    }
}
