import NoteItCore

/// Checks what a browser brings from an authenticator, as sections 7.1 and 7.2 of WebAuthn say.
struct PasskeyAnswers {
    let party: RelyingParty
    /// The bytes that were to be signed.
    let challenge: [UInt8]

    /// The ways to reach an authenticator that may be named to browsers (WebAuthn, section 5.8.4).
    private static let transports: Set = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"]

    /// A new passkey. No statement about the make of the authenticator is asked for, so none is looked at.
    func registered(_ answer: PasskeyRegistration) throws(PasskeyFault) -> Passkey {
        try ClientData(answer.response.clientDataJSON).check(.create, challenge, party)
        guard let attestation = Secret.bytes(base64URL: answer.response.attestationObject).flatMap({ CBOR($0) }),
            attestation["fmt"]?.text != nil, let data = attestation["authData"]?.bytes
        else { throw PasskeyFault("the authenticator's part of the answer is malformed") }
        let authenticator = try AuthenticatorData(data)
        try authenticator.check(party, needsVerification: false)
        guard let credential = authenticator.credential else { throw PasskeyFault("it has no key") }
        let id = Secret.base64URL(credential.id)
        guard id == answer.id else { throw PasskeyFault("its id is not that of its key") }
        _ = try CredentialKey(credential.cose)
        let named = answer.response.transports ?? []
        return Passkey(
            credential: id, publicKey: Secret.base64URL(credential.key), host: party.id,
            transports: Self.transports.intersection(named).sorted(), count: Int64(authenticator.count),
            mayBackUp: authenticator.flags.contains(.mayBackUp), isBackedUp: authenticator.flags.contains(.isBackedUp),
            opensAlone: true)
    }

    /// What the authenticator says of itself, once its signature proved to be that of `passkey`.
    /// - Parameter isAlone: whether there was no password, so that it must have made sure of its person.
    func asserted(
        _ answer: PasskeyAssertion, by passkey: Passkey, of account: Account.ID, isAlone: Bool
    ) throws(PasskeyFault) -> AuthenticatorData {
        let client = try ClientData(answer.response.clientDataJSON)
        try client.check(.get, challenge, party)
        if let user = answer.response.userHandle ?? (isAlone ? "" : nil), user != account.userHandle {
            throw PasskeyFault("it belongs to another person")
        }
        guard let data = Secret.bytes(base64URL: answer.response.authenticatorData),
            let signature = Secret.bytes(base64URL: answer.response.signature)
        else { throw PasskeyFault("the authenticator's part of the answer is malformed") }
        let authenticator = try AuthenticatorData(data)
        try authenticator.check(party, needsVerification: isAlone)
        guard authenticator.flags.contains(.mayBackUp) == passkey.mayBackUp else {
            throw PasskeyFault("whether it may be copied has changed since it was added")
        }
        guard passkey.host == party.id else { throw PasskeyFault("it was made for another server") }
        guard try CredentialKey(stored: passkey.publicKey).verifies(signature, of: data + Secret.hash(client.bytes)) else {
            throw PasskeyFault("its signature is wrong")
        }
        return authenticator
    }
}

extension Account.ID {
    /// The id by which an authenticator knows the person, in base64url.
    var userHandle: String { Secret.base64URL(description.utf8) }
}
