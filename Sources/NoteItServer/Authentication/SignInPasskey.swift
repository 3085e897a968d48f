import Foundation
import NoteItCore

/// Passkeys: as second factors, and for signing in without a password.
extension SignIn {
    /// Options for a new passkey. Throws as `confirm`, `.conflict` for a server without a name.
    func makePasskeyOptions(
        for caller: Caller, _ proof: FactorProof, at party: RelyingParty?, from address: String
    ) async throws -> PasskeyCreation {
        guard let party else { throw DomainError.passkeysNeedName }
        let (account, hash) = try await confirmed(caller, proof, from: address)
        let challenge = try await challenges.make(.addPasskey, for: account.id, password: hash, session: caller.session)
        let known = try await store.factorState(of: account.id).factors
        return PasskeyCreation(
            challenge: challenge, expiresIn: FactorChallenges.lifetime(withKey: false),
            options: Self.creation(challenge, for: account, known, party))
    }

    /// Adds a passkey. The first factor ends all other sessions. Throws `.invalid` for an old challenge or a bad answer.
    func addPasskey(of caller: Caller, _ new: NewPasskey, at party: RelyingParty?) async throws -> AddedFactor {
        let tooOld = DomainError.invalid("challenge", "is too old, was used, or is of another session; begin anew")
        guard let claims = try await challenges.read(new.challenge, for: .addPasskey), claims.account == caller.account,
            claims.session == caller.session.description,
            let hash = try await passwordHash(of: caller.account, as: claims)
        else { throw tooOld }
        guard let party else { throw DomainError.passkeysNeedName }
        let codes = Self.makeRecoveryCodes()
        do {
            let proof = try Self.added(new.passkey, name: new.name, claims, new.challenge, codes, at: party)
            let (factor, isFirst) = try await store.addFactor(
                proof, to: caller.account, keeping: caller.session, ifPassword: hash)
            if isFirst { try await revoked.reload(from: store) }
            return AddedFactor(factor: factor, recoveryCodes: isFirst ? codes : nil)
        } catch let fault as PasskeyFault {
            throw fault.invalid
        } catch let error as DomainError where error == .passkeyWasUsed {
            throw tooOld
        }
    }

    /// Options for a sign-in with a passkey alone. Throws `.conflict` for a server without a name.
    func makePasskeyRequest(at party: RelyingParty?) async throws -> PasskeyRequest {
        guard let party else { throw DomainError.passkeysNeedName }
        let challenge = try await challenges.make(.passkeyAlone)
        return PasskeyRequest(
            challenge: challenge, expiresIn: FactorChallenges.lifetime(withKey: false),
            options: Self.request(challenge, allowing: [], isAlone: true, party))
    }

    /// Signs in with a passkey alone. Throws `.unauthenticated`, `.tooMany`.
    func signIn(_ request: PasskeySignIn, at party: RelyingParty?, from address: String) async throws -> Entrance {
        try await throttle.beginPasskey(from: address)
        guard let party, let claims = try await challenges.read(request.challenge, for: .passkeyAlone) else {
            throw DomainError.signInAgain
        }
        guard let (account, stored) = try await store.holder(ofPasskey: request.passkey.id) else {
            throw DomainError.unknownPasskey
        }
        try requireDoor(for: account)
        do {
            let proof = try Self.used(
                request.passkey, [stored], account.id, claims, request.challenge, isAlone: true, at: party)
            let (session, signedIn) = try await open(account, device: request.device, password: nil, proof: proof)
            return .open(session, signedIn)
        } catch let fault as PasskeyFault {
            try await store.noteFailedSignIn(email: account.email, from: address)
            throw fault.refusal
        } catch let error as DomainError where error == .passkeyWasCopied {
            try await store.noteFailedSignIn(email: account.email, from: address)
            throw error
        }
    }

    /// What the second half of a sign-in may ask of a passkey; nil without one of this name of the server.
    static func requestOptions(_ challenge: String, _ factors: [StoredFactor], _ party: RelyingParty?) -> PasskeyRequestOptions?
    {
        guard let party else { return nil }
        let own = factors.compactMap(\.passkey).filter { $0.host == party.id }
        return own.isEmpty ? nil : request(challenge, allowing: own, isAlone: false, party)
    }

    static func creation(
        _ challenge: String, for account: Account, _ known: [StoredFactor], _ party: RelyingParty
    ) -> PasskeyCreationOptions {
        PasskeyCreationOptions(
            rp: .init(id: party.id, name: "NoteIt"),
            user: .init(id: account.id.userHandle, name: account.email, displayName: account.displayName),
            challenge: Secret.base64URL(FactorChallenges.bytes(challenge)),
            pubKeyCredParams: CredentialKey.offered.map { .init(alg: $0) }, timeout: timeout,
            excludeCredentials: known.compactMap(\.passkey).map(\.descriptor))
    }

    /// What the answer of one of these passkeys proves. Throws `PasskeyFault`, `.unknownPasskey`.
    static func used(
        _ answer: PasskeyAssertion, _ factors: [StoredFactor], _ account: Account.ID, _ claims: FactorChallenges.Claims,
        _ challenge: String, isAlone: Bool, at party: RelyingParty
    ) throws -> SpentFactor {
        guard let stored = factors.first(where: { $0.passkey?.credential == answer.id }), let passkey = stored.passkey else {
            throw DomainError.unknownPasskey
        }
        let authenticator = try PasskeyAnswers(party: party, challenge: FactorChallenges.bytes(challenge)).asserted(
            answer, by: passkey, of: account, isAlone: isAlone)
        return .passkey(
            PasskeyUse(
                factor: stored.factor.id, challenge: claims.spent(challenge), count: Int64(authenticator.count),
                isBackedUp: authenticator.flags.contains(.isBackedUp), isAlone: isAlone))
    }

    /// What a new passkey proves. Throws `PasskeyFault`.
    static func added(
        _ answer: PasskeyRegistration, name: String, _ claims: FactorChallenges.Claims, _ challenge: String, _ codes: [String],
        at party: RelyingParty
    ) throws(PasskeyFault) -> SpentFactor {
        let answers = PasskeyAnswers(party: party, challenge: FactorChallenges.bytes(challenge))
        return .addedPasskey(
            name: name, try answers.registered(answer), claims.spent(challenge), recovery: codes.map(ResetCode.hash))
    }

    /// How long a browser asks, in milliseconds.
    private static let timeout = FactorChallenges.lifetime(withKey: false) * 1_000

    private static func request(
        _ challenge: String, allowing passkeys: [Passkey], isAlone: Bool, _ party: RelyingParty
    ) -> PasskeyRequestOptions {
        PasskeyRequestOptions(
            challenge: Secret.base64URL(FactorChallenges.bytes(challenge)), timeout: timeout, rpId: party.id,
            allowCredentials: passkeys.map(\.descriptor), userVerification: isAlone ? "required" : "preferred")
    }
}

extension Passkey {
    fileprivate var descriptor: PasskeyDescriptor { PasskeyDescriptor(id: credential, transports: transports) }
}
