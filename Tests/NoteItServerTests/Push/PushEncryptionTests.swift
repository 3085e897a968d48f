import Cryptography
import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// RFC 8291, section 5 and appendix A.
struct PushEncryptionTests {
    private static let text = "When I grow up, I want to be a watermelon"
    private static let browserKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    private static let body = """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
        pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
        """
    /// The private key of the example's application server.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyfWPiYE+n46HLnH0
        KqZOF1fJJU3MYrct3AELtAQ+oRyhRANCAAT+M/SrDepxkU21WCP3O1SUj0EwbZIH
        Mtu5pZpTKGSCIA5Zent7wmC6HCJ5mFgJkuk5cwAvMBKiiujwa7t45ewP
        -----END PRIVATE KEY-----

        """

    private func address(key: String = browserKey, secret: String = secret) -> PushAddress {
        PushAddress(endpoint: "https://fcm.googleapis.com/x", key: key, secret: secret, showsText: false)
    }

    @Test func theExampleOfTheRFCIsEncryptedAsThere() throws {
        let encryption = try #require(PushEncryption(address()))
        let salt = try #require(Base64URL.bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        let body = try encryption.body(Array(Self.text.utf8), key: try PrivateKey(pem: Self.key), salt: salt)
        #expect(Base64URL.text(body) == Self.body)
    }

    @Test func eachMessageHasKeysOfItsOwn() throws {
        let encryption = try #require(PushEncryption(address()))
        let bodies = try (0..<3).map { _ in try encryption.body(Array(Self.text.utf8)) }
        #expect(Set(bodies).count == 3 && Set(bodies.map { $0.prefix(16) }).count == 3)
        #expect(Set(bodies.map { $0[21..<86] }).count == 3)
        let longest = try encryption.body(Array(repeating: 0x61, count: PushEncryption.most))
        #expect(longest.count == 4_096)
    }

    @Test(arguments: [
        ("", secret), (String(browserKey.dropLast()), secret), (browserKey.replacing("BCVx", with: "BCVy"), secret),
        (browserKey, ""), (browserKey, "AAAA"), ("\(browserKey)=", secret),
    ])
    func keysThatAreNoneAreRefused(key: String, secret: String) {
        #expect(PushEncryption(address(key: key, secret: secret)) == nil)
    }
}
