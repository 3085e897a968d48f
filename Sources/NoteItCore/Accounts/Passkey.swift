import Foundation

/// A credential of WebAuthn (W3C, level 3) as the server keeps it.
public struct Passkey: Sendable, Equatable, Memberwise {
    /// The credential's id, in base64url. No two persons have the same.
    public var credential: String
    /// A COSE key (RFC 9052), in base64url.
    public var publicKey: String
    /// The name of the server for which it was made: the id of the relying party.
    public var host: String
    /// The ways to reach it, such as `internal` and `usb`, as the browser named them.
    public var transports: [String]
    /// The passkey's counter of signatures; 0 if it does not count.
    public var count: Int64
    /// Whether it may be copied to other devices, which never changes, and whether it was.
    public var mayBackUp, isBackedUp: Bool
    /// Whether it signs in without the password. After a reset it does once it was used beside the new password.
    public var opensAlone: Bool
}

/// A challenge that a passkey has answered. It is good once.
public struct SpentChallenge: Sendable, Equatable, Memberwise {
    /// SHA-256 of the challenge, in hexadecimal.
    public var hash: String
    /// The time after which the challenge is refused by its age.
    public var end: Date
}

/// One use of a passkey.
public struct PasskeyUse: Sendable, Equatable, Memberwise {
    public var factor: SecondFactor.ID
    public var challenge: SpentChallenge
    /// The passkey's counter, and whether it is backed up, as it says now.
    public var count: Int64
    public var isBackedUp: Bool
    /// Whether there was no password before.
    public var isAlone: Bool
}

/// Names a credential to a browser.
public struct PasskeyDescriptor: Codable, Equatable, Sendable, Memberwise {
    public var type: String = PasskeyDescriptor.publicKey
    public var id: String
    public var transports: [String]

    public static let publicKey = "public-key"
}

/// `PublicKeyCredentialRequestOptionsJSON`.
public struct PasskeyRequestOptions: Codable, Equatable, Sendable, Memberwise {
    public var challenge: String
    /// In milliseconds.
    public var timeout: Int
    public var rpId: String
    public var allowCredentials: [PasskeyDescriptor]
    /// `required` or `preferred`.
    public var userVerification: String
}

/// `PublicKeyCredentialCreationOptionsJSON`.
public struct PasskeyCreationOptions: Codable, Equatable, Sendable, Memberwise {
    public var rp: Host
    public var user: User
    public var challenge: String
    public var pubKeyCredParams: [Parameters]
    /// In milliseconds.
    public var timeout: Int
    public var excludeCredentials: [PasskeyDescriptor]
    public var authenticatorSelection: Selection = .preferred
    public var attestation: String = "none"

    public struct Host: Codable, Equatable, Sendable, Memberwise {
        public var id, name: String
    }

    public struct User: Codable, Equatable, Sendable, Memberwise {
        public var id, name, displayName: String
    }

    public struct Parameters: Codable, Equatable, Sendable, Memberwise {
        public var type: String = PasskeyDescriptor.publicKey
        /// The number of the algorithm in the registry of COSE.
        public var alg: Int
    }

    public struct Selection: Codable, Equatable, Sendable, Memberwise {
        public var residentKey, userVerification: String

        /// A passkey that the device finds by itself, and that makes sure of its person, if it can.
        public static let preferred = Selection(residentKey: "preferred", userVerification: "preferred")
    }
}

/// The answer of `POST /v1/sessions/passkey/options`.
public struct PasskeyRequest: Codable, Equatable, Sendable, Memberwise {
    /// What `POST /v1/sessions/passkey` takes, for `expiresIn` seconds.
    public var challenge: String
    public var expiresIn: Int
    public var options: PasskeyRequestOptions
}

/// The answer of `POST /v1/me/factors/passkeys/options`.
public struct PasskeyCreation: Codable, Equatable, Sendable, Memberwise {
    /// What `POST /v1/me/factors/passkeys` takes, for `expiresIn` seconds.
    public var challenge: String
    public var expiresIn: Int
    public var options: PasskeyCreationOptions
}

/// `AuthenticationResponseJSON`: what a passkey signed.
public struct PasskeyAssertion: Codable, Equatable, Sendable, Memberwise {
    public var id, type: String
    public var response: Signed

    public struct Signed: Codable, Equatable, Sendable, Memberwise {
        public var clientDataJSON, authenticatorData, signature: String
        public var userHandle: String? = nil
    }

    func check(_ field: String, _ faults: inout Faults) {
        faults.checkPasskey(field, id: id, type: type)
        for (name, text) in [
            ("clientDataJSON", response.clientDataJSON), ("authenticatorData", response.authenticatorData),
            ("signature", response.signature), ("userHandle", response.userHandle ?? "AA"),
        ] {
            faults.check("\(field).response.\(name)", text.base64URLFault())
        }
    }
}

/// `RegistrationResponseJSON`: a new passkey.
public struct PasskeyRegistration: Codable, Equatable, Sendable, Memberwise {
    public var id, type: String
    public var response: Made

    public struct Made: Codable, Equatable, Sendable, Memberwise {
        public var clientDataJSON, attestationObject: String
        public var transports: [String]? = nil
    }

    func check(_ field: String, _ faults: inout Faults) {
        faults.checkPasskey(field, id: id, type: type)
        for (name, text) in [
            ("clientDataJSON", response.clientDataJSON), ("attestationObject", response.attestationObject),
        ] {
            faults.check("\(field).response.\(name)", text.base64URLFault())
        }
        if response.transports?.count ?? 0 > 10 { faults.check("\(field).response.transports", "must be at most 10") }
    }
}

/// `POST /v1/me/factors/passkeys`.
public struct NewPasskey: Codable, Equatable, Sendable, Memberwise, Validated {
    public var challenge, name: String
    public var passkey: PasskeyRegistration

    public func check(_ faults: inout Faults) {
        faults.check("name", name.calendarNameFault)
        passkey.check("passkey", &faults)
    }
}

/// `POST /v1/sessions/passkey`: a sign-in without a password.
public struct PasskeySignIn: Codable, Sendable, Memberwise, Validated {
    public var challenge: String
    public var passkey: PasskeyAssertion
    public var device: String? = nil
    /// Whether the refresh token comes in a cookie, for browsers.
    public var cookie: Bool? = nil

    public func check(_ faults: inout Faults) {
        faults.check("device", device?.fault(length: TextLimit.device))
        passkey.check("passkey", &faults)
    }
}

extension Faults {
    fileprivate mutating func checkPasskey(_ field: String, id: String, type: String) {
        // 1,023 bytes: WebAuthn, section 4.
        check("\(field).id", id.base64URLFault(most: 1_400))
        if type != PasskeyDescriptor.publicKey { check("\(field).type", "must be \(PasskeyDescriptor.publicKey)") }
    }
}

extension String {
    fileprivate func base64URLFault(most: Int = 8_000) -> String? {
        guard (1...most).contains(utf8.count) else { return "must be 1 to \(most) characters" }
        let isOfAlphabet = utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
        return isOfAlphabet ? nil : "must be base64url without padding"
    }
}
