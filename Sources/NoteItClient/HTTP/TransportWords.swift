import Foundation
import HTTPTransport

extension TransportError {
    /// The reason and what to do, without the last full stop. Only this machine's own server is advised without encryption:
    /// passwords go over the connection.
    func words(_ server: URL) -> String {
        switch self {
        case .certificate(.untrusted):
            """
            \(reason("")) (\(server)). Install your campus's authority, or name its file in SSL_CERT_FILE
            """
        case .notTLS:
            """
            it does not speak TLS (\(server)). \
            \(server.isLoopback ? "Try http" + server.absoluteString.dropFirst("https".count) : "Check the address and the port")
            """
        default: "\(reason(server.host(percentEncoded: false) ?? "")) (\(server))"
        }
    }

    private func reason(_ host: String) -> String {
        switch self {
        case .unknownHost: "the name \(host) is not known"
        case .unreachable(0): "no connection"
        case .unreachable(let errno): String(cString: strerror(errno)).lowercased()
        case .connectTimeout: "it took too long to answer"
        case .silence: "it fell silent"
        case .closed: "it closed the connection"
        case .notHTTP: "its answer is not HTTP"
        case .certificate(let fault):
            fault.words(on: "this machine") + (fault == .notYetValid ? "; is this machine's clock right?" : "")
        case .handshake: "it refused the encryption"
        case .proxy(nil): "the proxy that https_proxy, http_proxy or all_proxy names does not answer"
        case .proxy(let status?): "the proxy that https_proxy, http_proxy or all_proxy names refused (\(status))"
        case .tooMuch: "it sent too much"
        case .trustFile: "the certificates in SSL_CERT_FILE cannot be read"
        case .notTLS, .sourceFile: "no connection"
        case .other(let words): words
        }
    }
}
