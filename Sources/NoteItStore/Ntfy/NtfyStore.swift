import Foundation
import NoteItCore

extension SQLStore {
    public func ntfyTopic(of account: Account.ID) async throws -> NtfyTopic? {
        try await read { try NtfyTopicRow.find(of: account, $0)?.topic }
    }

    public func setNtfyTopic(
        _ url: String, host: String, by account: Account.ID, ifPassword checked: String?
    ) async throws -> NtfyTopic {
        try await commit { tx in
            try AccountRow.requirePresent(account, tx.db)
            try AccountRow.requirePassword(checked, of: account, tx.db)
            try tx.db.send(
                """
                INSERT INTO ntfy_topic (account_id, url, host, settings, created_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, host = excluded.host,
                    created_at = excluded.created_at, sent_at = NULL, fault = NULL
                """, account, url, host, try JSONCoding.string(PushSettings.standard), tx.now.seconds)
            return try NtfyTopicRow.require(of: account, tx.db)
        }
    }

    public func editNtfyTopic(with patch: NtfyPatch, by account: Account.ID) async throws -> NtfyTopic {
        try await commit { tx in
            let old = try NtfyTopicRow.require(of: account, tx.db).settings
            let new = old.applying(patch.ofDevice)
            try requireCourses(Set(new.exceptCourses).subtracting(old.exceptCourses), in: "exceptCourses", tx.db)
            try tx.db.send("UPDATE ntfy_topic SET settings = ? WHERE account_id = ?", try JSONCoding.string(new), account)
            return try NtfyTopicRow.require(of: account, tx.db)
        }
    }

    public func removeNtfyTopic(by account: Account.ID) async throws {
        try await commit { tx in
            guard try NtfyTopicRow.end(of: account, tx.db) else { throw DomainError.notFound("topic of ntfy: you have none") }
        }
    }

    public func testNtfyTopic(by account: Account.ID) async throws {
        try await commit { tx in
            _ = try NtfyTopicRow.require(of: account, tx.db)
            let waits = try tx.db.first(
                "SELECT 1 FROM delivery WHERE account_id = ? AND channel = 'ntfy' AND kind = 'test' AND next_try IS NOT NULL",
                account)
            guard waits == nil else {
                throw DomainError.tooMany("A test is on its way already. Wait for it.", retryAfter: 10)
            }
            try DeliveryRow.add(
                DeliveryRow.New(channel: .ntfy, account: account, kind: .test), domain: nil, at: tx.now, tx.db)
        }
    }

    public func judgeNtfy(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<NtfyAddress> {
        try await judging(delivery) { judgement in
            try judgement.verdict(gone: "The topic is removed.") {
                try NtfyTopicRow.find(of: delivery.account, judgement.db).map { ($0.topic.settings, $0.address) }
            }
        }
    }

    public func noteNtfy(_ delivery: PersonalDelivery, fault: String?) async throws {
        let now = now
        try await aside {
            try $0.send(
                "UPDATE ntfy_topic SET fault = ?, sent_at = CASE WHEN ? = 1 THEN ? ELSE sent_at END WHERE account_id = ?",
                fault?.prefix(codePoints: 500), fault == nil, now.seconds, delivery.account)
        }
    }
}
