import Foundation

/// Why no encrypted connection came about.
enum TLSFault {
    /// The certificate is not trusted, or is for another name.
    case certificate
    /// Both sides speak TLS, but found no common terms.
    case refused
    /// The other side does not speak TLS.
    case notSpoken

    /// Nil for other errors. NIOSSL is not a dependency of this package, so its errors are known by their descriptions.
    init?(_ error: any Error) {
        let text = "\(error)"
        if text.contains("failedToValidateHostname") || text.contains("CERTIFICATE_VERIFY_FAILED") {
            self = .certificate
        } else if text.hasPrefix("handshakeFailed") {
            self = text.contains("ALERT") ? .refused : .notSpoken
        } else {
            return nil
        }
    }

    /// The reason and what to do, without the last full stop. Only this machine's own server is advised without encryption:
    /// passwords go over the connection.
    func words(_ server: URL) -> String {
        switch self {
        case .certificate: return "its certificate is not valid for this address (\(server))"
        case .refused: return "it refused the encryption (\(server))"
        case .notSpoken:
            let plain = "http" + server.absoluteString.dropFirst("https".count)
            let advice = server.isLoopback ? "Try \(plain)" : "Check the address and the port"
            return "it does not speak TLS (\(server)). \(advice)"
        }
    }
}
