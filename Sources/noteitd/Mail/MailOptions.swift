import ArgumentParser
import Foundation
import NoteItServer
import SMTPTransport

/// The relay and the addresses of mail. The same for all commands that send or take mail.
struct MailOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The relay that takes mail: smtp://user@host:port, or smtps:// for TLS from the first byte. smtp:// demands STARTTLS, \
            unless the relay is this machine or the address ends in ?starttls=never. [$NOTEIT_SMTP; default: no mail]
            """, valueName: "address"))
    var smtp: String?
    @Option(
        help: ArgumentHelp(
            "The file with the password of the relay, in its first line. [$NOTEIT_SMTP_PASSWORD_FILE]", valueName: "file"))
    var smtpPasswordFile: String?
    @Option(
        help: ArgumentHelp(
            "The sender of mail: noteit@example.edu or NoteIt <noteit@example.edu>. [$NOTEIT_MAIL_FROM]", valueName: "address"))
    var mailFrom: String?
    @Option(
        help: ArgumentHelp(
            """
            The address for answers, with {} for a secret, which your relay hands to noteitd mail in: reply+{}@example.edu. \
            [$NOTEIT_MAIL_REPLY; default: mail cannot be answered]
            """, valueName: "address"))
    var mailReply: String?

    /// Nil without a relay. Throws a `ValidationError` that says what is missing, and a `Failure` for the password.
    func configuration(_ base: PublicURL?) throws -> MailConfiguration? {
        guard let text = smtp ?? Setting.smtp.value else { return nil }
        guard var relay = SMTPRelay(text) else {
            throw ValidationError("The relay '\(text)' must be an address such as smtp://user@mail.example.edu:587.")
        }
        guard let from = mailFrom ?? Setting.mailFrom.value, let sender = MailAddress(from) else {
            throw ValidationError("Mail needs a sender such as noteit@example.edu: NOTEIT_MAIL_FROM, or --mail-from.")
        }
        guard let base else {
            throw ValidationError("Mail needs the address of this server for its links: NOTEIT_PUBLIC_URL, or --public-url.")
        }
        relay.password = try password(of: relay)
        return MailConfiguration(relay: relay, sender: sender, replies: try pattern(), base: base)
    }

    func pattern() throws -> ReplyPattern? {
        guard let text = mailReply ?? Setting.mailReply.value else { return nil }
        guard let pattern = ReplyPattern(text) else {
            throw ValidationError(
                "The address for answers '\(text)' must be one such as reply+{}@example.edu, with at most 12 characters besides {} before the @."
            )
        }
        return pattern
    }

    private func password(of relay: SMTPRelay) throws -> String? {
        guard relay.user != nil else { return nil }
        guard let path = smtpPasswordFile ?? Setting.smtpPasswordFile.value else {
            throw ValidationError("The relay has a user, so it needs a password: NOTEIT_SMTP_PASSWORD_FILE.")
        }
        guard let line = try? String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first, !line.isEmpty else {
            throw Failure("The file \(path) has no password of the relay in its first line, or cannot be read.")
        }
        return line.trimmingCharacters(in: .whitespaces)
    }
}

extension PublicURL {
    /// Of the command line or the environment. Throws a `ValidationError`.
    static func setting(_ text: String?) throws -> PublicURL? {
        try (text ?? Setting.publicURL.value).map { text in
            guard let url = PublicURL(text) else {
                throw ValidationError("The public URL '\(text)' must be an address such as https://example.edu/noteit.")
            }
            return url
        }
    }
}
