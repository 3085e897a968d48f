import ArgumentParser
import Logging
import NoteItCore
import NoteItServer

/// Who may make an account, and who may join a course.
struct DoorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Who may make an account: open (everyone), closed (the operator alone), sign-on (those whom the campus's sign-on lets \
            in; passwords are for admins alone), or domains of emails with commas between. [$NOTEIT_REGISTRATION; default: open]
            """, valueName: "rule"))
    var registration: String?
    @Option(
        help: ArgumentHelp(
            """
            Who joins a course at once, unless its staff chose otherwise: open (everyone), approval (nobody: staff let people \
            in), roster (people on it), or domains of verified emails with commas between. [$NOTEIT_JOINING; default: open]
            """, valueName: "rule"))
    var joining: String?
    @Option(
        help: ArgumentHelp(
            """
            Who needs a second factor to sign in: off (those who added one), staff (also every admin, instructor and member of a \
            course's staff), or all. [$NOTEIT_SECOND_FACTOR; default: off]
            """, valueName: "rule"))
    var secondFactor: String?

    func factorRule() throws -> FactorRule {
        guard let text = secondFactor ?? Setting.secondFactor.value else { return .off }
        guard let rule = FactorRule(rawValue: text) else {
            throw ValidationError("The second factor '\(text)' must be off, staff or all.")
        }
        return rule
    }

    func registrationRule() throws -> RegistrationRule {
        guard let text = registration ?? Setting.registration.value else { return .open }
        guard let rule = RegistrationRule(text) else {
            throw ValidationError("The registration '\(text)' must be open, closed, sign-on, or domains such as example.edu.")
        }
        return rule
    }

    func joiningRule() throws -> JoiningRule {
        guard let text = joining ?? Setting.joining.value else { return .open }
        guard let rule = JoiningRule(text) else {
            throw ValidationError("The joining '\(text)' must be open, approval, roster, or domains such as example.edu.")
        }
        return rule
    }
}

extension NoteItServer.Configuration {
    /// Says which doors stand open. A warning if others than the users of this machine may reach them.
    func sayDoors(_ logger: Logger) {
        var sentences: [String] = []
        if registration == .open {
            sentences.append("Anyone who reaches this server may make an account; NOTEIT_REGISTRATION changes that.")
        }
        if joining == .open {
            sentences.append("Anyone with an account may join every course; NOTEIT_JOINING, or its staff, change that.")
        }
        guard !sentences.isEmpty else { return }
        let isLocal = ["127.0.0.1", "::1", "localhost"].contains(host) && !trustProxy
        logger.log(level: isLocal ? .notice : .warning, "\(sentences.joined(separator: " "))")
    }
}
