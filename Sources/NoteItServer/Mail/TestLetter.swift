import Foundation
import NoteItCore
import SMTPTransport

/// The mail by which an operator tries the relay.
public enum TestLetter {
    public static func message(to recipient: MailAddress, _ mail: MailConfiguration, at now: Date) -> SMTPMessage {
        let id = PersonalDelivery.ID.make(at: now)
        let (subject, parts) = words(mail)
        let writer = MIMEWriter(
            LetterWriter.fields(subject, from: mail, to: recipient.address, id: "<\(id)@\(mail.domain)>", at: now),
            text: LetterPart.text(parts), html: LetterPart.html(parts, title: subject),
            boundary: id.description.replacing("-", with: ""))
        return SMTPMessage(sender: mail.sender.address, recipient: recipient.address, bytes: writer.bytes)
    }

    static func words(_ mail: MailConfiguration) -> (subject: String, parts: [LetterPart]) {
        (
            "NoteIt can send mail",
            [
                .paragraph("This mail says that the NoteIt server \(mail.base.place) can send mail by \(mail.relay.place)."),
                .link("Open NoteIt", url: mail.base.text + "/"),
            ]
        )
    }
}
