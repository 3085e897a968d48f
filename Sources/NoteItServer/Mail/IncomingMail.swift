import Foundation
import NoteItCore

/// A mail that the operator's relay hands in, as an answer to one of ours.
public struct IncomingMail: Sendable {
    /// Bytes of a mail, at most. Attachments are left out, but they may be there.
    public static let most = 10 << 20
    /// Bytes of its text, at most. While a line is read it takes up to sixty times its size.
    private static let mostText = 1 << 20
    /// The most answers by mail of one person in ten minutes.
    private static let mostReplies = 20

    private let entity: MIMEEntity
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { (self.bytes, entity) = (bytes, MIMEEntity(bytes[...])) }

    /// What became of it.
    public enum Outcome: Sendable, Equatable {
        /// - Parameter isNew: false if the same mail was delivered before.
        case posted(number: Int, isNew: Bool)
        /// The mail is answered by nothing, not even by a bounce: it may be a machine's.
        case ignored(String)
        /// - Parameter isForged: whether its sender may not do this, so that the mail itself may be in order.
        case refused(String, isForged: Bool)
        /// The relay shall deliver it again.
        case later(String)
    }

    /// Posts the answer of the person to whom the answered mail was sent.
    /// - Parameters: `recipient`: the address to which the relay delivers; nil: the one in the fields of the mail.
    public func post(
        to recipient: String?, pattern: ReplyPattern, in store: any Store, at now: Date
    ) async throws -> Outcome {
        if let why = try await automatic(store) { return .ignored(why) }
        let secrets = MailSecrets(key: try await store.mailKey())
        guard let secret = recipients(recipient).lazy.compactMap(pattern.secret).first,
            let delivery = secrets.delivery(answeredBy: secret), let answered = try await store.answered(delivery)
        else {
            return .refused(
                "This address takes no mail. Answer a mail of NoteIt, from the address that it was sent to.", isForged: true)
        }
        guard let sender = sender, EmailAddress.key(sender) == EmailAddress.key(answered.address) else {
            return .refused("Only the person to whom a mail was sent may answer it, from the same address.", isForged: true)
        }
        guard try await store.replies(by: answered.account, since: now - 600) < Self.mostReplies else {
            return .later("Too many answers in a short time. Try again in ten minutes.")
        }
        switch text() {
        case .failure(let fault): return .refused(fault.why, isForged: false)
        case .success(let text): return try await post(text, delivery, answered, store)
        }
    }

    private struct Fault: Error { let why: String }

    private func post(
        _ text: String, _ delivery: PersonalDelivery.ID, _ answered: AnsweredLetter, _ store: any Store
    ) async throws -> Outcome {
        do {
            let new = try NewReply(id: identity(delivery), body: text, anonymous: answered.isHidden).validated()
            let (reply, isNew) = try await store.reply(new, to: answered.event, by: answered.account)
            return .posted(number: reply.number, isNew: isNew)
        } catch DomainError.notFound {
            return .refused("You do not see the post any more that you answer.", isForged: false)
        } catch DomainError.invalid(let faults) {
            return .refused("Your answer \(faults.map(\.detail).joined(separator: ", ")).", isForged: false)
        } catch DomainError.forbidden(let why) {
            return .refused(why, isForged: false)
        } catch DomainError.conflict(let why) {
            return .ignored(why)
        } catch DomainError.unavailable(let why) {
            return .later(why)
        }
    }

    /// The same for every delivery of the same mail.
    private func identity(_ delivery: PersonalDelivery.ID) -> Reply.ID? {
        let name = entity.value("message-id") ?? Secret.digest(bytes)
        return Reply.ID(Secret.uuid(of: "\(delivery) \(name)"))
    }

    /// Why a machine may have sent it (RFC 3834, section 2); nil if a person did.
    private func automatic(_ store: any Store) async throws -> String? {
        if let word = entity.value("auto-submitted")?.lowercased(), word != "no" { return "It was sent by a machine." }
        if let word = entity.value("precedence")?.lowercased(), ["bulk", "junk", "list", "auto_reply"].contains(word) {
            return "It is bulk mail."
        }
        let isListed = ["list-id", "list-unsubscribe", "x-auto-response-suppress", "x-autoreply", "x-autorespond"]
            .contains { entity.value($0) != nil }
        if isListed { return "It was sent by a list or a machine." }
        if let path = entity.value("return-path"), path.replacing(" ", with: "") == "<>" { return "It is a bounce." }
        if entity.mediaType == "multipart/report" { return "It is a report." }
        if let own = entity.value("message-id"), try await store.isOwnMessage(own) { return "NoteIt sent it itself." }
        return nil
    }

    private func recipients(_ given: String?) -> [String] {
        if let given { return [MailAddress(given)?.address ?? given.trimmed] }
        return ["x-original-to", "delivered-to", "envelope-to", "to", "cc"].flatMap(entity.values).flatMap { list in
            list.split(separator: ",").compactMap { MailAddress(String($0))?.address }
        }
    }

    /// The one address of `From`; nil if there is none, or several.
    private var sender: String? {
        let fields = entity.values("from")
        guard fields.count == 1, let field = fields.first else { return nil }
        if let open = field.lastIndex(of: "<") {
            guard field.trimmed.hasSuffix(">"), field.count(where: { $0 == "<" }) == 1 else { return nil }
            // A comma outside quotes parts two addresses.
            let names = field[..<open].replacing("\\\"", with: "").split(separator: "\"", omittingEmptySubsequences: false)
            let isOne = names.enumerated().allSatisfy { $0.offset % 2 == 1 || !$0.element.contains(where: ",;:".contains) }
            guard isOne else { return nil }
            return MailAddress(String(field[open...]))?.address
        }
        return MailAddress(field)?.address
    }

    private func text() -> Result<String, Fault> {
        let (plain, html) = (entity.texts("text/plain").first, entity.texts("text/html").first)
        guard let part = plain ?? html else { return .failure(Fault(why: "The mail has no text.")) }
        guard let bytes = part.decoded() else {
            return .failure(Fault(why: "The text has a transfer encoding that is not known here."))
        }
        guard bytes.count <= Self.mostText else {
            return .failure(Fault(why: "The text is larger than \(Self.mostText >> 20) MiB. Send the answer alone."))
        }
        let charset = part.parameter("charset") ?? "utf-8"
        guard let whole = Charset.text(bytes, charset) else {
            return .failure(
                Fault(
                    why:
                        "The text is not of the encoding \(charset.prefix(40).description.visible), or that is not known here. Send it as UTF-8."
                ))
        }
        let own =
            plain == nil
            ? AnswerText.own(AnswerText.text(ofHTML: whole), isCut: whole.contains("<blockquote")) : AnswerText.own(whole)
        return own.isEmpty ? .failure(Fault(why: "The mail has no text above what it quotes.")) : .success(own)
    }
}
