import Foundation

/// Decides which hosts imports may read, so that nobody reads this machine's own network through the server.
struct ImportGuard: Sendable {
    let allowed: ImportHosts
    let resolver: NameResolver

    /// The addresses that the fetcher may connect to, the best first. The name is looked up once, and never again for the request.
    /// One private address among them refuses the name.
    func addresses(of address: ImportAddress) async throws -> [NetworkAddress] {
        let isAllowed = allowed.contains(address.host, port: address.port)
        guard isAllowed || address.isSecure else {
            throw ImportFailure(
                "The address must begin with https:// or webcal://, and so must any address that it redirects to.")
        }
        guard isAllowed || address.port == 443 else {
            throw ImportFailure("The address must not name a port: only 443, the port of https, is read. Remove it.")
        }
        let found = try await resolver.addresses(address.host)
        guard !found.isEmpty else { throw ImportFailure("The host \(address.host) is not known. Check the address.") }
        guard isAllowed || found.allSatisfy(\.isPublic) else {
            throw ImportFailure(
                "The host \(address.host) is in a private network. Ask the operator of NoteIt to allow it, or import a file.")
        }
        return found
    }
}

/// Finds the addresses of a host.
struct NameResolver: Sendable {
    /// Looks up the addresses of a host; empty for an unknown name.
    var addresses: @Sendable (_ host: String) async throws -> [NetworkAddress]

    /// The system's. It waits on threads of its own: getaddrinfo(3) blocks, for half a minute if a name server is silent. There are
    /// more of them than imports that run at once, so that silent name servers do not delay others.
    static func system() -> NameResolver {
        let threads = Workers<String>(16)
        // A cancelled task does not wait for the name server.
        return NameResolver { host in try await threads.run(for: host) { lookUp(host) } }
    }

    private static func lookUp(_ host: String) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [NetworkAddress] = []
        var next = list
        while let entry = next {
            if let address = entry.pointee.ai_addr.flatMap({ NetworkAddress($0) }), !found.contains(address) {
                found.append(address)
            }
            next = entry.pointee.ai_next
        }
        return found
    }
}
