import HTTPTransport

/// Decides which hosts this server connects to for the people who use it, so that nobody reaches its own network through it.
struct HostGuard: Sendable {
    /// Why no connection is made.
    enum Refusal: Error, Equatable {
        /// The address is not `https`.
        case insecure
        /// Another port than that of `https`.
        case port
        case unknown
        case isPrivate
    }

    let allowed: AllowedHosts
    let resolver: NameResolver

    /// The addresses to connect to, the best first. The name is looked up once, and never again for the request. One private
    /// address among them refuses the name. What the operator allows may be anything. Throws `Refusal`.
    func addresses(of host: String, port: Int, isSecure: Bool) async throws -> [NetworkAddress] {
        let isAllowed = allowed.contains(host, port: port)
        guard isAllowed || isSecure else { throw Refusal.insecure }
        guard isAllowed || port == 443 else { throw Refusal.port }
        let found = try await resolver.addresses(host)
        guard !found.isEmpty else { throw Refusal.unknown }
        guard isAllowed || found.allSatisfy(\.isPublic) else { throw Refusal.isPrivate }
        return found
    }
}

extension TransportClient {
    /// The addresses of one name that are tried.
    private static let mostAddresses = 3

    /// Asks the first of a host's addresses that takes the connection. Throws the last `TransportError`.
    /// - Parameter refused: hears why an address did not take it.
    func send(
        _ request: TransportRequest, toFirstOf addresses: [NetworkAddress], refused: (TransportError) -> Void = { _ in }
    ) async throws -> TransportResponse {
        var (request, failure) = (request, TransportError.unknownHost)
        for address in addresses.prefix(Self.mostAddresses) {
            request.address = address.description
            do {
                return try await send(request)
            } catch let error as TransportError {
                guard error.isUnconnected else { throw error }
                refused(error)
                failure = error
            }
        }
        throw failure
    }
}
