import Foundation
import NoteItCore

/// Checks passwords and opens sessions: registration, sign-in, refresh, resets and changes of the account.
struct SignIn: Sendable {
    let store: any Store
    let hasher: PasswordHasher
    let tokens: AccessTokens
    let throttle: SignInThrottle
    let registrations: RegistrationThrottle
    let rule: RegistrationRule
    let factorRule: FactorRule
    let challenges: FactorChallenges
    let revoked: RevokedSessions
    let now: @Sendable () -> Date

    /// Registers and signs in. Throws `.forbidden` or `.invalid` if the server takes no such registration, `.conflict` if the email
    /// is taken, `.tooMany`. An invitation opens the door whatever the rule of the server is, but for a sign-on alone.
    func register(_ new: NewAccount, at party: RelyingParty?, from address: String) async throws -> Entrance {
        let invitation = new.invitation.map(ResetCode.hash)
        if invitation == nil || rule == .signOn { try rule.requireOpen(to: new.email) }
        let address = AddressBlock(address)
        try await registrations.begin(from: address)
        if let invitation { _ = try await store.preview(codeHash: invitation, email: new.email) }
        // Checked early to save the hash. The registration finds an email that was taken since.
        if try await store.credentials(email: new.email) != nil {
            try await registrations.wasTaken(from: address)
            throw DomainError.emailTaken(new.email)
        }
        let hash = try await hasher.hash(new.password, in: .registration, for: address)
        let account =
            if let invitation { try await store.register(new, password: hash, codeHash: invitation) } else {
                try await store.register(new, role: .student, password: hash)
            }
        return try await enter(account, device: new.device, password: hash, at: party)
    }

    /// Signs in, or asks for the second factor. Throws `.tooMany`, or `.unauthenticated`, the same error after the same time for a wrong password and an unknown email.
    func signIn(_ credentials: Credentials, at party: RelyingParty?, from address: String) async throws -> Entrance {
        guard let holder = try await findHolder(of: credentials.email, credentials.password, from: address) else {
            try await store.noteFailedSignIn(email: credentials.email, from: address)
            throw DomainError.unauthenticated("The email or the password is wrong. Check both and try again.")
        }
        try requireDoor(for: holder.account)
        return try await enter(holder.account, device: credentials.device, password: holder.hash, at: party)
    }

    /// Throws `.forbidden` where only the campus lets people in, and no admin asks.
    func requireDoor(for account: Account) throws {
        guard rule != .signOn || account.role == .admin else { throw DomainError.signOnOnly }
    }

    /// Exchanges a refresh token. Throws `.unauthenticated`.
    func refresh(_ token: String) async throws -> SignedIn {
        let next = Secret.make()
        do {
            let (session, account) = try await store.rotate(
                refreshHash: Secret.digest(token), to: Secret.digest(next), unless: factorRule)
            return try await signedIn(account, session, refreshToken: next)
        } catch let error as DomainError {
            // A token seen for the second time revokes its session.
            if case .unauthenticated = error { try await revoked.reload(from: store) }
            throw error
        }
    }

    /// Sets a new password and revokes the account's other sessions. Throws `.invalid` if the current one is wrong.
    func changePassword(of caller: Caller, _ change: PasswordChange, from address: String) async throws {
        let account = try await store.account(caller.account)
        let change = try change.validated(email: account.email)
        let current = try await confirm(caller, change.currentPassword, from: address)
        let hash = try await hasher.hash(change.newPassword, in: .signIn, for: AddressBlock(address))
        try await store.changePassword(of: account.id, from: current, to: hash, keeping: caller.session)
        try await revoked.reload(from: store)
    }

    /// Sets a new password by a one-time code, and revokes all sessions, app passwords and calendar feeds. Throws `.unauthenticated` if the code is wrong,
    /// `.tooMany`.
    func reset(_ reset: PasswordReset, from address: String) async throws {
        try await throttle.beginReset(email: reset.email, address: address)
        let code = ResetCode.hash(reset.code)
        do {
            // Checked early to save the hash.
            guard try await store.allowsReset(of: reset.email, codeHash: code) else { throw DomainError.wrongResetCode }
            let hash = try await hasher.hash(reset.newPassword, in: .signIn, for: AddressBlock(address))
            _ = try await store.reset(reset.email, codeHash: code, hash: hash)
            try await throttle.succeeded(email: reset.email, address: address)
        } catch DomainError.unauthenticated(let why) {
            try await throttle.failed(email: reset.email, address: address)
            try await store.noteFailedSignIn(email: reset.email, from: address)
            throw DomainError.unauthenticated(why)
        } catch {
            await throttle.abandoned(email: reset.email, address: address)
            throw error
        }
        try await revoked.reload(from: store)
    }

    /// Changes the caller's account. A new email demands the password, since the holder of the email may later reset the
    /// password.
    func edit(_ caller: Caller, with patch: AccountPatch, from address: String) async throws -> Account {
        let account = try await store.account(caller.account)
        var password: String?
        if let email = patch.email, email != account.email {
            try rule.requireDomain(of: email)
            password = try await confirm(caller, patch.currentPassword, from: address)
            let address = AddressBlock(address)
            try await registrations.begin(from: address)
            if let holder = try await store.credentials(email: email)?.account.id, holder != account.id {
                try await registrations.wasTaken(from: address)
                throw DomainError.emailTaken(email)
            }
        }
        return try await store.update(caller.account, with: patch, ifPassword: password)
    }

    /// Removes the account. Throws `.invalid` if the password is wrong, `.tooMany`.
    func leave(_ caller: Caller, _ password: String, from address: String) async throws {
        let checked = try await confirm(caller, password, from: address)
        try await store.leave(caller.account, ifPassword: checked)
        try await revoked.reload(from: store)
    }

    /// The hash of the caller's password. Throws `.invalid` if the password is wrong, `.tooMany`.
    func confirm(_ caller: Caller, _ password: String?, from address: String) async throws -> String {
        guard let password else { throw DomainError.invalid("currentPassword", "is required to confirm this change") }
        let email = try await store.account(caller.account).email
        if let hash = try await store.credentials(email: email)?.password, NoPassword.isIn(hash) {
            try await requireFreshSignOn(caller)
            return hash
        }
        guard let holder = try await findHolder(of: email, password, from: address) else {
            try await store.noteFailedSignIn(email: email, from: address)
            throw DomainError.invalid("currentPassword", "is not your password")
        }
        return holder.hash
    }

    /// The confirmation of a person without a password: they have just come from the campus or a platform. Throws `.invalid`.
    private func requireFreshSignOn(_ caller: Caller) async throws {
        guard try await store.isFreshSignOn(caller.session, since: now() - Self.freshFor) else {
            throw DomainError.invalid(
                "currentPassword",
                """
                cannot be checked: your account has none. Sign out, come in again from your campus or your course, and do this \
                within 10 minutes
                """)
        }
    }

    /// How long a sign-in at the campus confirms changes, in seconds.
    private static let freshFor = 600.0

    /// The account of an email and its password, with the password's hash; nil if they do not match. Throws `.tooMany`.
    private func findHolder(
        of email: String, _ password: String, from address: String
    ) async throws -> (account: Account, hash: String)? {
        let lane = try await throttle.begin(email: email, address: address)
        do {
            let stored = try await store.credentials(email: email)
            let hash = stored.flatMap { NoPassword.isIn($0.password) ? nil : $0.password }
            let isRight = try await hasher.verify(password, against: hash, in: lane, for: AddressBlock(address))
            guard isRight, let stored else {
                try await throttle.failed(email: email, address: address)
                return nil
            }
            try await throttle.succeeded(email: email, address: address)
            return (stored.account, await renewed(stored, password, in: lane, from: address))
        } catch {
            await throttle.abandoned(email: email, address: address)
            throw error
        }
    }

    /// The current hash: a new one if the hashing parameters have changed and the hasher has room now.
    private func renewed(
        _ stored: (account: Account, password: String), _ password: String, in lane: PasswordHasher.Lane, from address: String
    ) async -> String {
        guard Argon2id.isOutdated(stored.password),
            let hash = try? await hasher.hash(password, in: lane, for: AddressBlock(address)),
            let isRenewed = try? await store.renew(stored.password, as: hash, of: stored.account.id), isRenewed
        else { return stored.password }
        return hash
    }

    /// Throws `.unauthenticated` if the password was changed since it was checked, or the proof was used.
    /// - Parameter password: the hash that was checked; nil without a password.
    func open(
        _ account: Account, device: String?, password: String?, proof: SpentFactor? = nil, signOn: String? = nil
    ) async throws -> (session: Session.ID, signedIn: SignedIn) {
        let (session, refreshToken) = (Session.ID.make(at: now()), Secret.make())
        try await store.open(
            session, for: account.id, device: device, refreshHash: Secret.digest(refreshToken), ifPassword: password,
            proof: proof, signOn: signOn)
        return (session, try await signedIn(account, session, refreshToken: refreshToken))
    }

    func signedIn(_ account: Account, _ session: Session.ID, refreshToken: String) async throws -> SignedIn {
        let token = try await tokens.issue(to: Caller(account: account.id, session: session))
        return SignedIn(account: account, accessToken: token, expiresIn: AccessTokens.lifetime, refreshToken: refreshToken)
    }
}
