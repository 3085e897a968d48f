import NoteItCore

/// The address of a topic of ntfy, taken apart.
struct NtfyPlace: Sendable, Equatable {
    /// The server, to which messages are posted.
    let server: OutgoingAddress
    let topic: String
    /// As it is stored.
    let url: String

    static let known = "ntfy.sh"

    /// Throws `.invalid` for anything but a topic on ntfy.sh, or on a server that the operator allows.
    init(_ text: String, allowing allowed: AllowedHosts) throws(DomainError) {
        let address = try OutgoingAddress(text).address
        topic = String(address.target.dropFirst())
        guard topic.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/) != nil else {
            throw .invalid("url", "must be the address of a topic, such as https://ntfy.sh/TOPIC")
        }
        guard
            address.host == Self.known && address.isSecure && address.port == 443
                || allowed.contains(address.host, port: address.port)
        else {
            throw .invalid(
                "url",
                "is at \(address.host), where this server sends nothing. Use \(Self.known), or ask the operator: NOTEIT_HOOK_HOSTS"
            )
        }
        url = address.url
        server = try OutgoingAddress(String(address.url.dropLast(address.target.utf8.count)) + "/")
    }
}
