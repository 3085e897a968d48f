import Hummingbird

/// The server as browsers know it for passkeys (WebAuthn, section 4): a name, and the one origin whose page may use them.
struct RelyingParty: Equatable, Sendable {
    /// The name: neither more than the host of the page, nor a domain above it.
    let id: String
    let origin: WebOrigin

    /// Nil for an address in place of a name, which browsers refuse.
    init?(_ origin: WebOrigin) {
        guard NetworkAddress(origin.host) == nil else { return nil }
        (id, self.origin) = (origin.host, origin)
    }
}

extension ClientAddress {
    /// By the operator's address, or else by the one that the request names.
    func relyingParty(of request: Request) -> RelyingParty? {
        (publicURL?.origin ?? origin(of: request)).flatMap(RelyingParty.init)
    }
}
