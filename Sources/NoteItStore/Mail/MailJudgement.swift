import Foundation
import NoteItCore

extension SQLStore {
    public func judgeMail(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<String> {
        try await judging(delivery) { try MailJudgement(base: $0).verdict() }
    }
}

/// Decides what one person gets by mail now.
struct MailJudgement {
    let base: DeliveryJudgement

    private var db: SQLConnection { base.db }
    private var delivery: PersonalDelivery { base.delivery }

    private struct Person {
        var address: String
        var isVerified: Bool
        var zone: TimeZone
        var names: ReaderCourses
        var settings: MailSettings
    }

    func verdict() throws -> PersonalDelivery.Verdict<String> {
        if let outcome = try base.hindrance(pace: .mail) { return .end(outcome) }
        let person = try person()
        switch delivery.kind {
        case .verification:
            if person.isVerified { return .end(.dropped("The address is verified.")) }
            if EmailAddress.isAbsent(person.address) { return .end(.dropped("The account has no address.")) }
            return .send(letter(.verification, to: person))
        case .reset:
            guard person.isVerified else { return .end(Self.unverified) }
            return try isResetOpen() ? .send(letter(.reset, to: person)) : .end(.dropped("The code was used or is too old."))
        case .notification, .digest:
            guard person.isVerified else { return .end(Self.unverified) }
            if let outcome = try base.quiet() { return .end(outcome) }
            return try delivery.kind == .digest ? digest(to: person) : notification(to: person)
        case .test: return .end(DeliveryJudgement.nothing)
        }
    }

    private static let unverified = PersonalDelivery.Outcome.dropped("The address is not verified.")

    private func letter(_ content: LetterContent, to person: Person) -> Letter<String> {
        Letter(
            delivery: delivery, address: person.address, zone: person.zone, language: person.settings.language,
            names: person.names, content: content)
    }

    private func person() throws -> Person {
        Person(
            address: try AccountRow.require(delivery.account, db).email,
            isVerified: try MailSettingsRow.isVerified(delivery.account, db), zone: try base.zone(),
            names: try base.names(), settings: try MailSettingsRow.find(of: delivery.account, db))
    }

    private func isResetOpen() throws -> Bool {
        try db.first(
            "SELECT 1 FROM password_reset WHERE account_id = ? AND expires_at >= ?", delivery.account, base.now.seconds) != nil
    }

    private func notification(to person: Person) throws -> PersonalDelivery.Verdict<String> {
        switch try base.news({ person.settings.wants($0.kind, mustRead: $0.mustRead) }) {
        case .told(let content): .send(letter(content, to: person))
        case .end(let outcome): .end(outcome)
        }
    }

    private func digest(to person: Person) throws -> PersonalDelivery.Verdict<String> {
        let times = delivery.subject.split(separator: " ").compactMap { Int64($0) }
        guard times.count == 2, times[0] < times[1] else { return .end(DeliveryJudgement.nothing) }
        guard person.settings.digest != .off else { return .end(DeliveryJudgement.unwanted) }
        let digest = try DigestRow.read(
            of: delivery.account, since: times[0], until: times[1], at: base.now,
            isWeekly: person.settings.digest == .weekly, db)
        guard !digest.new.isEmpty || !digest.due.isEmpty else { return .end(DeliveryJudgement.nothing) }
        return .send(letter(.digest(digest), to: person))
    }
}
