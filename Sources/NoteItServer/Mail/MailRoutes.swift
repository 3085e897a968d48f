import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// What a person wants by mail, and the links in mails.
struct MailRoutes {
    let store: any Store
    let signIn: SignIn
    /// Nil: this server sends no mail.
    let mail: MailConfiguration?
    let throttle: ResetMailThrottle
    let now: @Sendable () -> Date

    var routes: Routes {
        Routes()
            .get("/v1/me/mail", use: show)
            .patch("/v1/me/mail", limit: .own, use: edit)
            .post("/v1/me/mail/verification", limit: .own, use: askVerification)
    }

    /// The secret of a link is all that its holder has.
    var openRoutes: Routes {
        Routes()
            .post("/v1/accounts/reset-mail", limit: .byHandler, use: askReset)
            .get("/mail/:action/:token", use: ask)
            .post("/mail/:action/:token", limit: .byHandler, use: act)
    }

    private static let noMail = DomainError.conflict(
        "This server sends no mail. Ask its operator, who can do this by hand: noteitd account verify, noteitd account reset.")

    private func requireMail() throws -> MailConfiguration {
        guard let mail else { throw Self.noMail }
        return mail
    }

    func show(_ request: Request, context: AppContext) async throws -> MailState {
        try await store.mail(of: context.account(), available: mail != nil)
    }

    func edit(_ request: Request, context: AppContext) async throws -> MailState {
        let patch = try await request.decode(as: MailPatch.self, context: context).validated()
        return try await store.update(patch, available: mail != nil, by: context.account())
    }

    func askVerification(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let account = try context.account()
        let mail = try requireMail()
        if let address = try await store.address(of: account), !MailAddress.isMailable(address) {
            throw DomainError.conflict("No mail can be sent to \(address). Change your email, or ask the operator.")
        }
        try await store.askVerification(of: account, domain: mail.domain)
        return .accepted
    }

    /// The answer is the same, after the same time, whether there is such an account or not.
    func askReset(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let asked = try await request.decode(as: ResetMailRequest.self, context: context.beforeSignIn).validated()
        let mail = try requireMail()
        guard try await throttle.takes(asked.email, from: context.address) else { return .accepted }
        let (store, id, end) = (store, PersonalDelivery.ID.make(at: now()), now() + MailSecrets.resetTime)
        let code = MailSecrets(key: try await store.mailKey()).resetCode(id)
        Task {
            try? await store.queueReset(
                of: asked.email, delivery: id, codeHash: ResetCode.hash(code), until: end, domain: mail.domain)
        }
        return .accepted
    }

    // MARK: Links

    /// Asks before it does anything: programs that look for viruses open every link.
    func ask(_ request: Request, context: AppContext) async throws -> Response {
        let link = try await link(context)
        return try await question(link).response()
    }

    /// `List-Unsubscribe=One-Click` (RFC 8058), or the button of the page.
    func act(_ request: Request, context: AppContext) async throws -> Response {
        let link = try await link(context)
        let (body, charge) = try await request.counted(upTo: context.beforeSignIn.maxUploadSize, context)
        defer { withExtendedLifetime(charge) {} }
        switch link.action {
        case .verify: _ = try await store.verify(link.account, key: EmailAddress.key(link.person))
        case .unsubscribe(let list): try await store.unsubscribe(link.account, from: list)
        case .reset(let code):
            let password = FormBody.value("newPassword", in: String(buffer: body)) ?? ""
            do {
                let reset = try PasswordReset(email: link.person, code: code, newPassword: password).validated()
                try await signIn.reset(reset, from: context.address)
            } catch DomainError.invalid(let faults) {
                let fault = faults.first.map { "The password \($0.detail)." }
                return try await question(link, fault: fault).response(.unprocessableContent)
            }
        }
        return MailPage.done(link.action).response()
    }

    private func question(_ link: Link, fault: String? = nil) async throws -> MailPage {
        MailPage.question(
            link.action, of: link.person, named: try await store.account(link.account).displayName, fault: fault)
    }

    private struct Link {
        var action: MailPage.Action
        var account: Account.ID
        /// The person's email.
        var person: String
    }

    /// The same for a link that is wrong, old, or of a person who has left.
    private static let noLink = DomainError.notFound("link like this. It may be too old, or cut off")

    private func link(_ context: AppContext) async throws -> Link {
        let (action, token) = (try context.path("action"), try context.path("token"))
        guard token.utf8.count <= 200, token.utf8.allSatisfy({ $0 < 0x80 }), let account = MailSecrets.account(in: token),
            let person = try await store.address(of: account)
        else { throw Self.noLink }
        let secrets = MailSecrets(key: try await store.mailKey())
        switch action {
        case "verify" where secrets.isVerification(token, of: account, email: person, at: now()):
            return Link(action: .verify, account: account, person: person)
        case "unsubscribe":
            guard let (_, list) = secrets.unsubscription(token) else { throw Self.noLink }
            return Link(action: .unsubscribe(list), account: account, person: person)
        case "reset":
            let code = MailSecrets.code(in: token)
            guard try await store.allowsReset(of: person, codeHash: ResetCode.hash(code)) else { throw Self.noLink }
            return Link(action: .reset(code), account: account, person: person)
        default: throw Self.noLink
        }
    }
}

/// A body of a form: `application/x-www-form-urlencoded`.
enum FormBody {
    /// The decoded value of a field; nil if there is none.
    static func value(_ name: String, in text: String) -> String? {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == name else { continue }
            return parts[1].replacing("+", with: " ").percentDecoded
        }
        return nil
    }
}

extension MailState: ResponseEncodable {}
