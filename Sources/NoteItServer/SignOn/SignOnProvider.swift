import Cryptography
import Foundation

/// What a provider says of itself (OpenID Connect Discovery, section 3). Later: RFC 9207, and the sign-out of RP-Initiated Logout.
struct ProviderMetadata: Decodable, Sendable {
    let issuer, authorizationEndpoint, tokenEndpoint, jwksUri: String
    let userinfoEndpoint, endSessionEndpoint: String?
    let idTokenSigningAlgValuesSupported: [String]
    let tokenEndpointAuthMethodsSupported: [String]?
    let authorizationResponseIssParameterSupported: Bool?

    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case jwksUri = "jwks_uri"
        case userinfoEndpoint = "userinfo_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case idTokenSigningAlgValuesSupported = "id_token_signing_alg_values_supported"
        case tokenEndpointAuthMethodsSupported = "token_endpoint_auth_methods_supported"
        case authorizationResponseIssParameterSupported = "authorization_response_iss_parameter_supported"
    }

    /// The schemes that are known here. RSA's older scheme is first: it is that of a client that asks for none.
    var algorithms: [SignatureAlgorithm] {
        SignatureAlgorithm.allCases.filter { idTokenSigningAlgValuesSupported.contains($0.rawValue) }
    }

    var endpoints: [String] {
        [authorizationEndpoint, tokenEndpoint, jwksUri] + [userinfoEndpoint, endSessionEndpoint].compactMap(\.self)
    }
}

/// The campus's provider: its metadata, which are read again after an hour, and its keys.
actor SignOnProvider {
    typealias Known = (metadata: ProviderMetadata, keys: RemoteKeys)

    private static let lifetime = 3_600.0
    /// How long a provider that failed is not asked again, in seconds.
    private static let pause = 5.0

    nonisolated let settings: SignOnConfiguration
    nonisolated let documents: RemoteDocuments
    private let now: @Sendable () -> Date
    private var known: Known?
    private var readAt: Date?
    private var failure: (fault: RemoteFault, at: Date)?
    private var reading: Task<ProviderMetadata, any Error>?

    init(_ settings: SignOnConfiguration, now: @escaping @Sendable () -> Date) {
        (self.settings, self.now) = (settings, now)
        documents = RemoteDocuments(allowsLoopback: settings.allowsLoopback)
    }

    /// Throws `RemoteFault`. Old metadata are better than none.
    func current() async throws -> Known {
        if let known, let readAt, now().timeIntervalSince(readAt) < Self.lifetime { return known }
        if let failure, now().timeIntervalSince(failure.at) < Self.pause {
            if let known { return known }
            throw failure.fault
        }
        do {
            return try await read()
        } catch let fault as RemoteFault {
            failure = (fault, now())
            if let known { return known }
            throw fault
        }
    }

    private func read() async throws -> Known {
        let base = settings.issuer.hasSuffix("/") ? String(settings.issuer.dropLast()) : settings.issuer
        let task =
            reading
            ?? Task { [documents] in
                try await documents.read(ProviderMetadata.self, at: base + "/.well-known/openid-configuration")
            }
        reading = task
        defer { reading = nil }
        let metadata = try await task.value
        try check(metadata)
        let keys =
            if let known, known.metadata.jwksUri == metadata.jwksUri, known.metadata.algorithms == metadata.algorithms {
                known.keys
            } else {
                RemoteKeys(address: metadata.jwksUri, algorithms: metadata.algorithms, documents: documents, now: now)
            }
        known = (metadata, keys)
        (readAt, failure) = (now(), nil)
        return (metadata, keys)
    }

    private func check(_ metadata: ProviderMetadata) throws {
        guard metadata.issuer == settings.issuer else {
            throw RemoteFault(
                "The provider calls itself \(metadata.issuer.prefix(200)), but NOTEIT_SIGN_ON says \(settings.issuer): they must be the same to the letter."
            )
        }
        guard !metadata.algorithms.isEmpty else {
            throw RemoteFault(
                "The provider signs by none of \(SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        for endpoint in metadata.endpoints { try documents.requireSafe(endpoint) }
    }
}
