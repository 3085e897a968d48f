import Cryptography
import Foundation

/// The public keys of another server (RFC 7517), by which its tokens are checked.
///
/// They are read again after an hour. A token that names an unknown key causes one more read, at most once in half a minute for all
/// tokens: anyone can make such tokens up.
actor RemoteKeys {
    private static let lifetime = 3_600.0
    private static let leastPause = 30.0
    private static let most = 100

    private let address: String
    private let algorithms: [SignatureAlgorithm]
    private let documents: RemoteDocuments
    private let now: @Sendable () -> Date
    private var known: [JSONWebKey] = []
    private var readAt: Date?
    /// When an unknown key last caused a read.
    private var soughtAt: Date?
    private var reading: Task<[JSONWebKey], any Error>?

    /// - Parameters:
    ///   - address: of the key set.
    ///   - algorithms: that the server signs with; of two for one kind of key, the first is that of keys that name none.
    init(
        address: String, algorithms: [SignatureAlgorithm], documents: RemoteDocuments, now: @escaping @Sendable () -> Date
    ) {
        (self.address, self.algorithms, self.documents, self.now) = (address, algorithms, documents, now)
    }

    /// Throws `RemoteFault` unless one of the keys signed the token.
    func verify(_ token: CompactJWS) async throws {
        do {
            let algorithm = try token.algorithm(of: Set(algorithms))
            let keys = try await candidates(for: token.header.kid, algorithm)
            for key in keys.dropLast() where (try? token.verify(with: key, allowing: [algorithm])) != nil { return }
            guard let last = keys.last else { throw Self.unknownKey }
            try token.verify(with: last, allowing: [algorithm])
        } catch let refusal as CompactJWS.Refusal {
            throw RemoteFault(sentence(refusal))
        }
    }

    private func candidates(for kid: String?, _ algorithm: SignatureAlgorithm) async throws -> [JSONWebKey] {
        if readAt.map({ now().timeIntervalSince($0) > Self.lifetime }) ?? true {
            do {
                try await read()
            } catch  where !known.isEmpty {
                // Old keys are better than none. Nobody waits for the next try within half a minute.
                readAt = now() - (Self.lifetime - Self.leastPause)
            }
        }
        func fitting() -> [JSONWebKey] {
            let fitting = known.filter { $0.alg == algorithm.rawValue && (kid == nil || $0.kid == kid) }
            // Without a name, the key must be the only one (OpenID Connect Core, section 10.1).
            return kid == nil && fitting.count > 1 ? [] : fitting
        }
        let found = fitting()
        guard found.isEmpty, soughtAt.map({ now().timeIntervalSince($0) > Self.leastPause }) ?? true else { return found }
        soughtAt = now()
        try await read()
        return fitting()
    }

    /// Reads the set, once for all who wait. Throws `RemoteFault`.
    private func read() async throws {
        let task = reading ?? Task { [documents, address] in try await documents.read(RemoteKeySet.self, at: address).keys }
        reading = task
        defer { reading = nil }
        let keys = try await task.value
        known = keys.prefix(Self.most).compactMap(prepared)
        readAt = now()
    }

    /// The key with the one algorithm that it is for: no token can choose another. Nil for a key of no use here.
    private func prepared(_ key: JSONWebKey) -> JSONWebKey? {
        let fitting = algorithms.filter { algorithm in
            switch (key.kty, key.crv) {
            case ("RSA", nil): algorithm == .rs256 || algorithm == .ps256
            case ("EC", "P-256"): algorithm == .es256
            case ("OKP", "Ed25519"): algorithm == .edDSA
            default: false
            }
        }
        guard let algorithm = fitting.first(where: key.isMeant) else { return nil }
        var key = key
        key.alg = algorithm.rawValue
        return key
    }

    private static let unknownKey = RemoteFault("The token is signed with a key that its sender does not publish.")

    private func sentence(_ refusal: CompactJWS.Refusal) -> String {
        switch refusal {
        case .malformed: "The token is malformed."
        case .algorithm(let name):
            "The token is signed by \(name.prefix(20)); its sender signs by \(algorithms.map(\.rawValue).joined(separator: ", "))."
        case .key: "The token is signed with a key that is too weak, or for something else."
        case .signature: "The signature of the token is wrong."
        }
    }
}

/// A set of keys. One that cannot be read keeps no other from being used.
private struct RemoteKeySet: Decodable {
    private struct Lenient: Decodable {
        let key: JSONWebKey?

        init(from decoder: any Decoder) throws { key = try? JSONWebKey(from: decoder) }
    }

    private enum CodingKeys: CodingKey { case keys }

    let keys: [JSONWebKey]

    init(from decoder: any Decoder) throws {
        keys = try decoder.container(keyedBy: CodingKeys.self).decode([Lenient].self, forKey: .keys).compactMap(\.key)
    }
}
