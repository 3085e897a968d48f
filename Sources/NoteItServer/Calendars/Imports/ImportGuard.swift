/// Decides which hosts imports may read.
struct ImportGuard: Sendable {
    private let hosts: HostGuard

    init(allowed: AllowedHosts, resolver: NameResolver) { hosts = HostGuard(allowed: allowed, resolver: resolver) }

    /// The addresses that the fetcher may connect to, the best first. Throws `ImportFailure`.
    func addresses(of address: WebAddress) async throws -> [NetworkAddress] {
        do {
            return try await hosts.addresses(of: address.host, port: address.port, isSecure: address.isSecure)
        } catch let refusal as HostGuard.Refusal {
            throw ImportFailure(Self.sentence(refusal, address.host))
        }
    }

    private static func sentence(_ refusal: HostGuard.Refusal, _ host: String) -> String {
        switch refusal {
        case .insecure: "The address must begin with https:// or webcal://, and so must any address that it redirects to."
        case .port: "The address must not name a port: only 443, the port of https, is read. Remove it."
        case .unknown: "The host \(host) is not known. Check the address."
        case .isPrivate:
            "The host \(host) is in a private network. Ask the operator of NoteIt to allow it, or import a file."
        }
    }
}
