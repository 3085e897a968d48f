/// The origin of a web page (RFC 6454): scheme, host and port. Equal if a browser takes them for the same.
struct WebOrigin: Equatable, Sendable, CustomStringConvertible {
    let scheme: String
    /// In lower case, without brackets.
    let host: String
    private let port: Int

    /// - Parameter address: of the page, or a value of the header `Origin`. Nil for any but `http` and `https`, and for `null`.
    init?(_ address: String) {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[1].isEmpty, let standard = ["http:": 80, "https:": 443][parts[0].lowercased()],
            let authority = HostAndPort(parts[2])
        else { return nil }
        (scheme, host, port) = (String(parts[0].lowercased().dropLast()), authority.host, authority.port ?? standard)
    }

    var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }

    /// Whether the page is this machine's own, so that nobody else reads what it sends.
    var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || host.hasPrefix("127.") && NetworkAddress(host) != nil
    }
}
