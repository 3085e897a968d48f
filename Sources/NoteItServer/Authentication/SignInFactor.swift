import Foundation
import NoteItCore

/// The result of the right password.
enum Entrance: Sendable {
    case open(Session.ID, SignedIn)
    /// A second factor is needed, or must be added.
    case needed(FactorNeeded)
}

/// Second factors: the second half of a sign-in, and changes of the factors.
extension SignIn {
    /// Opens a session, or asks for what is missing.
    /// - Parameters:
    ///   - hash: of the password that was checked; of one who came from the campus or a platform, the present one.
    ///   - signOn: the arrival from there.
    ///   - hadFactor: whether the campus asked for a second factor itself.
    ///   - party: nil for a server without a name, where there are no passkeys.
    func enter(
        _ account: Account, device: String?, password hash: String, signOn: String? = nil, hadFactor: Bool = false,
        at party: RelyingParty?
    ) async throws -> Entrance {
        let state = try await store.factorState(of: account.id)
        if hadFactor || state.factors.isEmpty && !factorRule.demands(ofStaff: state.isStaff) {
            let (session, signedIn) = try await open(account, device: device, password: hash, signOn: signOn)
            return .open(session, signedIn)
        }
        let key = state.factors.isEmpty ? TimeCode.makeKey() : nil
        let challenge = try await challenges.make(
            .signIn, for: account.id, password: hash, key: key, signOn: signOn)
        return .needed(
            FactorNeeded(
                challenge: challenge,
                expiresIn: FactorChallenges.lifetime(withKey: key != nil),
                kinds: Set(state.factors.map(\.factor.kind)).sorted(),
                key: key, uri: key.map { TimeCode.uri(key: $0, email: account.email) },
                passkey: Self.requestOptions(challenge, state.factors, party),
                newPasskey: key == nil ? nil : party.map { Self.creation(challenge, for: account, [], $0) }))
    }

    /// Opens a session by a code or a passkey; before, adds the factor that was missing.
    /// Throws `.unauthenticated` for a wrong one or an old challenge, `.tooMany`.
    func finish(_ request: FactorSignIn, at party: RelyingParty?, from address: String) async throws -> Entrance {
        guard let claims = try await challenges.read(request.challenge, for: .signIn), let id = claims.account,
            let hash = try await passwordHash(of: id, as: claims)
        else { throw DomainError.signInAgain }
        let account = try await store.account(id)
        let codes = claims.key == nil ? [] : Self.makeRecoveryCodes()
        let (session, signedIn) = try await trying(account, from: address) {
            let proof = try await proof(of: request, account.id, claims, codes, at: party)
            return try await open(
                account, device: request.device, password: hash, proof: proof, signOn: claims.signOn)
        }
        var whole = signedIn
        whole.recoveryCodes = codes.isEmpty ? nil : codes
        return .open(session, whole)
    }

    /// A key for a new factor. Throws as `confirm`.
    func makeFactorKey(for caller: Caller, _ proof: FactorProof, from address: String) async throws -> FactorKey {
        let (account, hash) = try await confirmed(caller, proof, from: address)
        let key = TimeCode.makeKey()
        return FactorKey(
            challenge: try await challenges.make(.add, for: account.id, password: hash, key: key),
            expiresIn: FactorChallenges.lifetime(withKey: true), key: key, uri: TimeCode.uri(key: key, email: account.email))
    }

    /// The caller, and the present hash of the password. Throws as `confirm`.
    func confirmed(
        _ caller: Caller, _ proof: FactorProof, from address: String
    ) async throws -> (account: Account, hash: String) {
        let account = try await store.account(caller.account)
        let hash = try await spending(proof, of: caller, from: address) { password, spent in
            if let spent { try await store.spend(spent, of: account.id) }
            guard let hash = try await store.credentials(email: account.email)?.password, hash == password ?? hash else {
                throw DomainError.signInAgain
            }
            return hash
        }
        return (account, hash)
    }

    /// The present hash of the password; nil if it is not the one of a challenge.
    func passwordHash(of account: Account.ID, as claims: FactorChallenges.Claims) async throws -> String? {
        let email = try await store.account(account).email
        guard let hash = try await store.credentials(email: email)?.password, Secret.shortDigest(hash) == claims.password else {
            return nil
        }
        return hash
    }

    /// Adds the factor of a key, once a code shows that the person has it. The first one ends all other sessions.
    /// Throws `.invalid` for a wrong code or an old challenge, `.tooMany`.
    func addFactor(of caller: Caller, _ new: NewFactor, from address: String) async throws -> AddedFactor {
        let id = caller.account
        guard let claims = try await challenges.read(new.challenge, for: .add), claims.account == id, let key = claims.key,
            let hash = try await passwordHash(of: id, as: claims)
        else { throw DomainError.invalid("challenge", "is too old; begin anew") }
        let account = try await store.account(id)
        let codes = Self.makeRecoveryCodes()
        let (factor, isFirst) = try await trying(account, from: address, as: Self.wrongField) {
            let proof = try await proof(of: new.code, id, adding: (name: new.name, key: key, codes: codes))
            return try await store.addFactor(proof, to: id, keeping: caller.session, ifPassword: hash)
        }
        if isFirst { try await revoked.reload(from: store) }
        return AddedFactor(factor: factor, recoveryCodes: isFirst ? codes : nil)
    }

    func removeFactor(
        _ id: SecondFactor.ID, of caller: Caller, _ proof: FactorProof, from address: String
    ) async throws {
        try await spending(proof, of: caller, from: address) { password, spent in
            try await store.removeFactor(
                id, of: caller.account, proof: spent, ifPassword: password, unless: factorRule)
        }
    }

    func renameFactor(_ id: SecondFactor.ID, of caller: Caller, to name: String) async throws -> SecondFactor {
        try await store.renameFactor(id, of: caller.account, to: name)
    }

    func makeRecoveryCodes(of caller: Caller, _ proof: FactorProof, from address: String) async throws -> RecoveryCodes {
        let codes = Self.makeRecoveryCodes()
        try await spending(proof, of: caller, from: address) { password, spent in
            try await store.replaceRecoveryCodes(
                of: caller.account, by: codes.map(ResetCode.hash), proof: spent, ifPassword: password)
        }
        return RecoveryCodes(recoveryCodes: codes)
    }

    /// Does something that needs the password or a fresh code. Whether a code was used before is known to the store alone, so it is
    /// one try from its reading to its spending.
    func spending<Value>(
        _ proof: FactorProof, of caller: Caller, from address: String,
        _ work: (_ password: String?, _ spent: SpentFactor?) async throws -> Value
    ) async throws -> Value {
        if let password = proof.currentPassword {
            return try await work(try await confirm(caller, password, from: address), nil)
        }
        return try await trying(try await store.account(caller.account), from: address, as: Self.wrongField) {
            try await work(nil, try await self.proof(of: proof.code ?? "", caller.account))
        }
    }

    /// What the second half of a sign-in proves. Throws `.wrongCode`, `.unknownPasskey`, `PasskeyFault`.
    private func proof(
        of request: FactorSignIn, _ account: Account.ID, _ claims: FactorChallenges.Claims, _ codes: [String],
        at party: RelyingParty?
    ) async throws -> SpentFactor {
        let name = request.device ?? "Authenticator"
        if let code = request.code {
            return try await proof(of: code, account, adding: claims.key.map { (name: name, key: $0, codes: codes) })
        }
        guard let party else { throw DomainError.passkeysNeedName }
        if let new = request.newPasskey, claims.key != nil {
            return try Self.added(new, name: name, claims, request.challenge, codes, at: party)
        }
        // Whoever must add a factor has none.
        guard let answer = request.passkey, claims.key == nil else { throw DomainError.signInAgain }
        let factors = try await store.factorState(of: account).factors
        return try Self.used(answer, factors, account, claims, request.challenge, isAlone: false, at: party)
    }

    /// What a code proves. Throws `.wrongCode`.
    /// - Parameter added: the factor of a challenge, whose first code it must be; nil for those that the person has.
    private func proof(
        of code: String, _ account: Account.ID, adding added: (name: String, key: String, codes: [String])? = nil
    ) async throws -> SpentFactor {
        if let added {
            guard let key = Base32.bytes(added.key), let step = TimeCode.step(of: code, key: key, at: now()) else {
                throw DomainError.wrongCode
            }
            return .added(name: added.name, key: added.key, step: step, recovery: added.codes.map(ResetCode.hash))
        }
        guard TimeCode.number(code) != nil else { return .recovery(ResetCode.hash(code)) }
        for stored in try await store.factorState(of: account).factors where stored.factor.kind == SecondFactor.totp {
            if let key = Base32.bytes(stored.key), let step = TimeCode.step(of: code, key: key, at: now()) {
                return .step(stored.factor.id, step)
            }
        }
        throw DomainError.wrongCode
    }

    /// Tries a code: failures wait longer and longer, and are in the audit log.
    /// - Parameter field: what a wrong code is to a person who is signed in: not a reason to renew the session.
    private func trying<Value>(
        _ account: Account, from address: String, as field: DomainError? = nil, _ work: () async throws -> Value
    ) async throws -> Value {
        try await throttle.beginCode(of: account.id)
        do {
            let value = try await work()
            try await throttle.codeSucceeded(of: account.id)
            return value
        } catch let error as DomainError where Self.failures.contains(error) {
            try await throttle.failed(email: account.email, address: address)
            try await store.noteFailedSignIn(email: account.email, from: address)
            throw field ?? error
        } catch let fault as PasskeyFault {
            try await throttle.failed(email: account.email, address: address)
            try await store.noteFailedSignIn(email: account.email, from: address)
            throw fault.refusal
        } catch {
            await throttle.codeAbandoned(of: account.id)
            throw error
        }
    }

    private static let failures: [DomainError] = [
        .wrongCode, .codeWasUsed, .passkeyWasUsed, .passkeyWasCopied, .unknownPasskey,
    ]

    private static let wrongField = DomainError.invalid("code", "is wrong, or was used; wait for the next one")

    static func makeRecoveryCodes() -> [String] { (0..<SecondFactor.recoveryCodes).map { _ in ResetCode.make(16) } }
}
