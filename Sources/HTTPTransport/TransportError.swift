import CCurl

/// Why a request got no whole response.
public enum TransportError: Error, Equatable, Sendable {
    /// The name of the host is not known.
    case unknownHost
    /// No connection was made; `errno` of connect(2), or 0.
    case unreachable(errno: Int32)
    /// No connection was made in time.
    case connectTimeout
    /// Nothing arrived for too long.
    case silence
    /// The connection broke, or ended before the response did.
    case closed
    /// The answer is not HTTP.
    case notHTTP
    case certificate(CertificateFault)
    /// Both sides speak TLS, but found no common terms.
    case handshake
    /// The other side does not speak TLS.
    case notTLS
    /// The proxy is unknown, does not answer, or refused with `status`.
    case proxy(status: Int?)
    /// More bytes arrived than are taken.
    case tooMuch
    /// The file of trusted certificates cannot be read: `SSL_CERT_FILE`.
    case trustFile
    /// The file to send is not there, or is shorter than it was.
    case sourceFile
    /// Another fault, in libcurl's words.
    case other(String)

    public enum CertificateFault: Equatable, Sendable {
        /// No authority that this machine trusts has signed the certificate.
        case untrusted
        case expired
        case notYetValid
        /// The certificate is for another name.
        case otherName
        case other

        /// What is wrong after `CURLE_PEER_FAILED_VERIFICATION`, by OpenSSL's X509_V_ERR (x509_vfy.h). libcurl may compare names
        /// itself, after a valid chain.
        public init(of handle: UnsafeMutableRawPointer) {
            self =
                switch libcurl_get_number(handle, CURLINFO_SSL_VERIFYRESULT) {
                case 0, 1, 62...64: .otherName
                case 9: .notYetValid
                case 10: .expired
                case 2, 18...21: .untrusted
                default: .other
                }
        }

        /// The end of a sentence about the host.
        /// - Parameter machine: the one that reads the certificate, such as `this server`.
        public func words(on machine: String) -> String {
            switch self {
            case .untrusted: "no authority that \(machine) trusts has signed its certificate"
            case .expired: "its certificate has expired"
            case .notYetValid: "its certificate is not valid yet"
            case .otherName: "its certificate is for another name"
            case .other: "its certificate is not valid"
            }
        }
    }

    /// Whether the host was not reached, so that its next address may be tried.
    public var isUnconnected: Bool {
        switch self {
        case .unreachable, .connectTimeout, .unknownHost, .proxy: true
        default: false
        }
    }
}
