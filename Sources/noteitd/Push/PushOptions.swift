import ArgumentParser
import NoteItServer

/// Whom push services may write to, and which services there are besides the known ones.
struct PushOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Where push services reach the operator, which turns Web Push on: mailto:you@example.edu, or an https:// address. \
            [$NOTEIT_CONTACT; default: no push]
            """, valueName: "address"))
    var contact: String?
    @Option(
        help: ArgumentHelp(
            """
            Push services besides those of Firefox, Chrome, Edge and Safari, which may be private: host or host:port, with commas \
            between. [$NOTEIT_PUSH_HOSTS; default: none]
            """, valueName: "hosts"))
    var pushHosts: String?

    /// Nil without a contact. Throws a `ValidationError` that says what is missing.
    func configuration(_ base: PublicURL?) throws -> PushConfiguration? {
        guard let text = contact ?? Setting.contact.value else { return nil }
        guard let base else {
            throw ValidationError("Push needs the address of this server for its links: NOTEIT_PUBLIC_URL, or --public-url.")
        }
        guard let configuration = PushConfiguration(contact: text, base: base, hosts: try hosts()) else {
            throw ValidationError("The contact '\(text)' must be mailto: and an address, or an https:// address.")
        }
        return configuration
    }

    private func hosts() throws -> AllowedHosts {
        guard let list = pushHosts ?? Setting.pushHosts.value else { return AllowedHosts() }
        guard let hosts = AllowedHosts(list) else {
            throw ValidationError("The push hosts '\(list)' must be hosts, or hosts with a port, with commas between.")
        }
        return hosts
    }
}
