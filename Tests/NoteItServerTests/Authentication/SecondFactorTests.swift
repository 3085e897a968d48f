import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// The vectors of the standards, and the forms of secrets.
struct SecondFactorTests {
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ])
    func hashesAreThoseOfTheStandard(text: String, hash: String) {
        #expect(hexadecimal(SHA1.hash(Array(text.utf8))) == hash)
    }

    /// RFC 2202, section 3.
    @Test(arguments: [
        ([UInt8](repeating: 0x0B, count: 20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
        (Array("Jefe".utf8), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (
            [UInt8](repeating: 0xAA, count: 80), "Test Using Larger Than Block-Size Key - Hash Key First",
            "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
    ])
    func authenticationIsThatOfTheStandard(key: [UInt8], text: String, code: String) {
        #expect(hexadecimal(SHA1.authentication(of: Array(text.utf8), key: key)) == code)
    }

    /// RFC 6238, appendix B, whose codes have eight digits.
    @Test(arguments: [
        (59, 94_287_082), (1_111_111_109, 7_081_804), (1_111_111_111, 14_050_471), (1_234_567_890, 89_005_924),
        (2_000_000_000, 69_279_037), (20_000_000_000, 65_353_130),
    ])
    func codesAreThoseOfTheStandard(seconds: Int, code: Int) {
        let (key, time) = (Array("12345678901234567890".utf8), Date(timeIntervalSince1970: Double(seconds)))
        #expect(TimeCode.code(key, step: TimeCode.step(at: time)) % 100_000_000 == UInt32(code))
        let six = String(format: "%06d", code % 1_000_000)
        #expect(TimeCode.step(of: six, key: key, at: time) == TimeCode.step(at: time))
        #expect(TimeCode.step(of: "\(six.prefix(3)) \(six.suffix(3))", key: key, at: time + 30) == TimeCode.step(at: time))
        #expect(TimeCode.step(of: six, key: key, at: time - 30) == TimeCode.step(at: time))
        #expect(TimeCode.step(of: six, key: key, at: time + 60) == nil)
        #expect(TimeCode.step(of: six + "0", key: key, at: time) == nil)
    }

    /// RFC 4648, section 10, without padding.
    @Test(arguments: [
        ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ])
    func base32IsThatOfTheStandard(text: String, encoded: String) {
        #expect(Base32.bytes(encoded) == Array(text.utf8))
        if text.utf8.count % 5 == 0 { #expect(Base32.text(Array(text.utf8)) == encoded) }
        #expect(Base32.bytes(encoded.lowercased()) == nil)
    }

    @Test func aKeyGoesIntoAnAddressAndBack() throws {
        let key = TimeCode.makeKey()
        #expect(key.count == 32 && Base32.bytes(key)?.count == 20 && TimeCode.makeKey() != key)
        #expect(
            TimeCode.uri(key: key, email: "ada+é@example.edu")
                == "otpauth://totp/NoteIt:ada%2B%C3%A9@example.edu?secret=\(key)&issuer=NoteIt")
    }

    @Test func aTokenIsRecognizedByItsPrefixAndChecksumAlone() {
        let token = ApiTokenSecret.make()
        #expect(ApiTokenSecret.isWhole(token) && token.hasPrefix("noteit_") && token.count == 47)
        #expect(ApiTokenSecret.make() != token)
        for place in token.indices {
            var other = token
            other.replaceSubrange(place...place, with: token[place] == "0" ? "1" : "0")
            #expect(!ApiTokenSecret.isWhole(other))
        }
        #expect(!ApiTokenSecret.isWhole(token + "0") && !ApiTokenSecret.isWhole(String(token.dropLast())))
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
