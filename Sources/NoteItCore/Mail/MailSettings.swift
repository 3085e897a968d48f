import Foundation

/// What a person wants by mail. Only that person sees it. Nothing goes to an address that is not verified.
public struct MailSettings: Codable, Equatable, Sendable {
    public enum Digest: String, Codable, Sendable, CaseIterable { case off, daily, weekly }

    /// A part of each day in which nothing is told outside NoteIt, whatever the channel. It may pass midnight.
    public struct Quiet: Codable, Equatable, Sendable, Memberwise {
        public var start, end: WallTime
    }

    public var digest: Digest
    /// In the person's time zone.
    public var digestAt: WallTime
    /// The weekday of a weekly digest, a letter of `MTWRFSU`.
    public var digestDay: String
    public var atOnce: [DeliveryTopic]
    /// Whether notices that must be read are mailed, whatever `atOnce` says.
    public var mustRead: Bool
    @Nullable public var quiet: Quiet?
    /// The language of dates, such as `en-CA`.
    public var language: String

    /// The settings of a person who never set any: only what must be read.
    public static let standard = MailSettings()

    public init(
        digest: Digest = .off, digestAt minute: Int = 7 * 60, digestDay: String = "M", atOnce: [DeliveryTopic] = [],
        mustRead: Bool = true, quiet: Quiet? = nil, language: String = "en"
    ) {
        // `minute` of a day is a time of day.
        digestAt = WallTime(minute: min(max(minute, 0), 1_439)).unsafelyUnwrapped
        (self.digest, self.digestDay, self.atOnce, self.mustRead) = (digest, digestDay, atOnce, mustRead)
        (self.quiet, self.language) = (quiet, language)
    }

    /// Whether a notification of this kind is mailed at once.
    /// - Parameter mustRead: whether it is about a notice that must be read.
    public func wants(_ kind: InboxNotification.Kind, mustRead: Bool) -> Bool {
        guard let topic = DeliveryTopic(kind) else { return false }
        return atOnce.contains(topic) || topic == .notices && mustRead && self.mustRead
    }
}

/// `PATCH /v1/me/mail`. Nil leaves a field as it is.
public struct MailPatch: Codable, Sendable, Equatable, Memberwise, Validated {
    public var digest: MailSettings.Digest? = nil
    public var digestAt: WallTime? = nil
    public var digestDay: String? = nil
    public var atOnce: [DeliveryTopic]? = nil
    public var mustRead: Bool? = nil
    public var quiet: Clearable<MailSettings.Quiet>? = nil
    public var language: String? = nil

    public func check(_ faults: inout Faults) {
        faults.check("digestAt", digestAt.flatMap { $0.minute < 1_440 ? nil : "must be before 24:00" })
        if let digestDay, !Day.letters.map(String.init).contains(digestDay) {
            faults.check("digestDay", "must be a letter of MTWRFSU")
        }
        if let atOnce, atOnce.count > DeliveryTopic.allCases.count {
            faults.check("atOnce", "must list at most \(DeliveryTopic.allCases.count) topics")
        }
        if let quiet = quiet?.value, quiet.start.minute % 1_440 == quiet.end.minute % 1_440 {
            faults.check("quiet", "must end at another time than it starts")
        }
        if let language, language.wholeMatch(of: #/[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}/#) == nil {
            faults.check("language", "must be a language such as en, en-CA or fr")
        }
    }
}

extension MailSettings {
    /// These settings with the changes of `patch`: each topic once.
    public func applying(_ patch: MailPatch) -> MailSettings {
        var new = self
        new.digest = patch.digest ?? digest
        new.digestAt = patch.digestAt ?? digestAt
        new.digestDay = patch.digestDay ?? digestDay
        new.atOnce = patch.atOnce.map { list in DeliveryTopic.allCases.filter(list.contains) } ?? atOnce
        new.mustRead = patch.mustRead ?? mustRead
        new.quiet = patch.quiet.or(quiet)
        new.language = patch.language ?? language
        return new
    }
}

/// `GET /v1/me/mail`: where mail goes, and what a person wants by mail.
public struct MailState: Codable, Equatable, Sendable, Memberwise {
    /// Whether this server sends mail.
    public var available: Bool
    public var address: String
    /// Whether the address is known to be the person's. Nothing else is mailed before.
    public var verified: Bool
    public var settings: MailSettings
}

/// `POST /v1/accounts/reset-mail`: asks for a link that sets a new password.
public struct ResetMailRequest: Codable, Sendable, Memberwise, Validated {
    public var email: String

    public func check(_ faults: inout Faults) {
        faults.check("email", email.fault(length: 1...TextLimit.email.upperBound))
    }
}
