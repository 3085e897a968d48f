import NoteItClient
import NoteItCore
import NoteItTerminal

/// The answers of a registration. On a terminal, one that cannot be used is asked for again; the others are kept.
struct Registration {
    private var email, name, password: String?

    private let invitation: String?

    /// - Parameter invitation: a code, or the link with it.
    init(email: String?, name: String?, invitation: String? = nil) {
        (self.email, self.name, self.invitation) = (email, name, invitation.map(InvitationUse.code))
    }

    /// Registers and signs in. Throws `Cancelled`; without a terminal, a complaint about the first answer that is missing or
    /// cannot be used.
    func account(_ context: CommandContext) async throws -> Account {
        var answers = self
        while true {
            let new = try answers.complete(context)
            do {
                return try await context.client.register(new)
            } catch let missing as FactorIsNeeded {
                return try await FactorStep(context).finish(missing.needed)
            } catch ClientError.problem(let problem) where context.canAsk && answers.forget(problem) {
                context.say(Styled(Complaint(ClientError.problem(problem)).message, .bad))
                if problem.status == 409 {
                    context.say(Styled("If it is yours, sign in with: noteit auth login \(new.email.quotedForShell)", .faint))
                }
            } catch ClientError.unreachable(let why) where context.canAsk {
                context.say(Styled("The server was not reached: \(why).", .bad))
                guard try context.console.confirm("Try again?", standard: true) else { throw ClientError.unreachable(why) }
            }
        }
    }

    /// Asks for the answers that are missing.
    private mutating func complete(_ context: CommandContext) throws -> NewAccount {
        let example = "as in: noteit auth register EMAIL --name NAME"
        let email = try Self.text("Email", email, context, else: "the email address, \(example)", EmailAddress.fault)
        let name = try Self.text("Name", name, context, else: "your name, \(example)", DisplayName.fault)
        if context.canAsk, let kept = password, let fault = PasswordRule.fault(kept, email: email) {
            context.say(Styled("The password \(fault).", .bad))
            password = nil
        }
        let password = try password ?? Password.readNew(for: email, console: context.console)
        (self.email, self.name, self.password) = (email, name, password)
        return try NewAccount(email: email, password: password, displayName: name, device: Device.name, invitation: invitation)
            .validated()
    }

    /// The answer that was given if it can be used. Else asks until one can.
    private static func text(
        _ what: String, _ given: String?, _ context: CommandContext, else missing: String, _ fault: (String) -> String?
    ) throws -> String {
        var answer = given
        while true {
            if let text = answer {
                guard let fault = fault(text) else { return text }
                let sentence = "The \(what.lowercased()) \(fault)."
                guard context.canAsk else { throw Complaint.usage(sentence) }
                context.say(Styled(sentence, .bad))
            }
            guard context.canAsk else { throw Complaint.usage("Needed: \(missing).") }
            answer = try context.console.ask("\(what): ")
        }
    }

    /// Forgets the answers that the server refused.
    /// - Returns: whether there was one.
    private mutating func forget(_ problem: Problem) -> Bool {
        let fields = problem.status == 409 ? ["email"] : (problem.errors ?? []).map(\.field)
        if fields.contains("email") { email = nil }
        if fields.contains("displayName") { name = nil }
        if fields.contains("password") { password = nil }
        return !Set(fields).isDisjoint(with: ["email", "displayName", "password"])
    }
}
