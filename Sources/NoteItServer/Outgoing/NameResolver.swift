import Foundation

/// Finds the addresses of a host.
struct NameResolver: Sendable {
    /// Looks up the addresses of a host; empty for an unknown name.
    var addresses: @Sendable (_ host: String) async throws -> [NetworkAddress]

    /// The system's. It waits on threads of its own: getaddrinfo(3) blocks, for half a minute if a name server is silent. There are
    /// more of them than requests that run at once, so that silent name servers do not delay others.
    /// - Parameter most: of the threads, which begin as they are needed.
    static func system(_ most: Int = 16) -> NameResolver {
        let threads = Workers<String>(most)
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
