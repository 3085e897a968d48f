import NoteItCore

extension SQLStore {
    public func judgePush(_ delivery: PersonalDelivery) async throws -> PersonalDelivery.Verdict<PushAddress> {
        let now = now
        return try await read {
            try PushJudgement(base: DeliveryJudgement(db: $0, now: now, delivery: delivery)).verdict()
        }
    }
}

/// Decides what one device gets now.
struct PushJudgement {
    let base: DeliveryJudgement

    func verdict() throws -> PersonalDelivery.Verdict<PushAddress> {
        if let outcome = try base.hindrance(pace: .push) { return .end(outcome) }
        guard let found = try PushDeviceRow.find(base.delivery.target, of: base.delivery.account, base.db) else {
            return .end(.dropped("The device is removed."))
        }
        switch base.delivery.kind {
        case .test: return .send(try letter(.test, to: found.address))
        case .notification:
            if let outcome = try base.quiet() { return .end(outcome) }
            let settings = found.device.settings
            switch try base.news({ settings.wants($0.kind, in: $0.course, mustRead: $0.mustRead) }) {
            case .told(let content): return .send(try letter(content, to: found.address))
            case .end(let outcome): return .end(outcome)
            }
        case .verification, .reset, .digest: return .end(DeliveryJudgement.nothing)
        }
    }

    private func letter(_ content: LetterContent, to address: PushAddress) throws -> Letter<PushAddress> {
        Letter(
            delivery: base.delivery, address: address, zone: try base.zone(),
            language: try MailSettingsRow.find(of: base.delivery.account, base.db).language, content: content)
    }
}
