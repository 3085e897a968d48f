import NoteItCore
import Testing

@testable import NoteItServer

struct PushEndpointTests {
    @Test(arguments: [
        ("https://fcm.googleapis.com/fcm/send/a:b-c", "https://fcm.googleapis.com"),
        ("https://updates.push.services.mozilla.com/wpush/v2/x", "https://updates.push.services.mozilla.com"),
        ("https://web.push.apple.com/Q", "https://web.push.apple.com"),
        ("https://wns2-par02p.notify.windows.com/w/?token=a%2b", "https://wns2-par02p.notify.windows.com"),
        ("HTTPS://FCM.googleapis.com:443/x", "https://fcm.googleapis.com"),
    ])
    func aKnownServiceIsTaken(text: String, origin: String) throws {
        let endpoint = try PushEndpoint(text, allowing: AllowedHosts())
        #expect(endpoint.origin == origin && endpoint.url.hasPrefix("\(origin)/"))
    }

    @Test(arguments: [
        "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x", "https://push.apple.com.test/x",
        "https://push.apple.com/x",
        "https://evilpush.apple.com/x", "https://a@fcm.googleapis.com/x", "https://fcm.googleapis.com\\.test/x",
        "https://10.0.0.1/x",
        "https://[::1]/x", "https://localhost/x", "https://push.test/x", "https:fcm.googleapis.com/x", "",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(throws: DomainError.self) { try PushEndpoint(text, allowing: AllowedHosts("push.test:8443") ?? AllowedHosts()) }
    }

    @Test func theOperatorAllowsOthersWithTLSAlone() throws {
        let allowed = try #require(AllowedHosts("push.test:8443,[::1]:9000"))
        #expect(try PushEndpoint("https://push.test:8443/x", allowing: allowed).origin == "https://push.test:8443")
        #expect(try PushEndpoint("https://[::1]:9000/x", allowing: allowed).origin == "https://[::1]:9000")
        #expect(throws: DomainError.self) { try PushEndpoint("http://push.test:8443/x", allowing: allowed) }
    }

    @Test(arguments: [
        ("mailto:operator@example.edu", true), ("https://example.edu/contact", true), ("operator@example.edu", false),
        ("mailto:", false), ("http://example.edu", false), ("https://", false), ("mailto:a\"b@example.edu", false),
    ])
    func aContactIsAMailOrHTTPSAddress(contact: String, isGood: Bool) throws {
        let base = try #require(PublicURL("https://notes.example.edu"))
        #expect((PushConfiguration(contact: contact, base: base) != nil) == isGood)
    }
}
