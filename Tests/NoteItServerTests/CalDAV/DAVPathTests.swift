import NoteItCore
import Testing

@testable import NoteItServer

@Suite struct DAVPathTests {
    @Test(arguments: [
        ("/dav", DAVPath.root), ("/dav/", .root), ("/dav/principals/", .principals), ("/dav/principals/A", .principal("A")),
        ("/dav/calendars", .homes), ("/dav/calendars/A/", .home("A")), ("/dav/calendars/A/c/", .calendar("c", of: "A")),
        ("/dav/calendars/A/c/n.ics", .object("n.ics", in: "c", of: "A")),
        ("/dav/calendars/A/c/a%20b%2Fc%C3%A9.ics", .object("a b/cé.ics", in: "c", of: "A")),
        ("/dav/calendars/A/c/n/m", .nowhere), ("/dav/other", .nowhere),
    ])
    func pathsNameResourcesWithAndWithoutASlashAtTheEnd(_ text: String, _ path: DAVPath) { #expect(DAVPath(text) == path) }

    @Test(arguments: ["/", "/v1/me", "dav/", "/davx/", "/dav/calendars/A/%ff"])
    func otherPathsNameNothing(_ text: String) { #expect(DAVPath(text) == nil) }

    @Test func hrefsComeBack() {
        let paths: [DAVPath] = [
            .root, .principals, .homes, .principal("A"), .home("A"), .calendar("ü b", of: "A"),
            .object("20 % #?/;é@x.ics", in: "c", of: "A"),
        ]
        for path in paths { #expect(DAVPath(path.href) == path) }
        #expect(DAVPath.object("a b.ics", in: "ü", of: "A").href == "/dav/calendars/A/%C3%BC/a%20b.ics")
        #expect(DAVPath.calendar("c", of: "A").href.hasSuffix("/"))
    }

    @Test func hrefsOfBodiesMayBeWholeAddresses() {
        #expect(DAVPath(href: " https://noteit.example.edu:8443/dav/calendars/A/c/ \n") == .calendar("c", of: "A"))
        #expect(DAVPath(href: "/dav/principals/A/") == .principal("A"))
        #expect(DAVPath(href: "mailto:ada@example.edu") == nil)
        #expect(DAVPath(href: "https://noteit.example.edu") == nil)
        #expect(DAVPath(href: "") == nil)
    }
}

@Suite struct SyncTokenTests {
    @Test func tokensComeBack() {
        let token = SyncToken(epoch: "0f.a-1", position: CalendarPosition(offset: 42))
        #expect(token.text == "urn:noteit:sync:0f.a-1.42")
        #expect(SyncToken(token.text) == token)
        let within = SyncToken(epoch: "0f.a-1", position: CalendarPosition(offset: 42, name: "a+é.1.ics", floor: 50))
        #expect(within.text == "urn:noteit:sync:0f.a-1.42+50+612bc3a92e312e696373")
        #expect(SyncToken(within.text) == within)
    }

    @Test(arguments: [
        "", "42", "urn:noteit:sync:", "urn:noteit:sync:e", "urn:noteit:sync:e.", "urn:noteit:sync:.1", "urn:noteit:sync:e.-1",
        "urn:noteit:sync:e.1+2", "urn:noteit:sync:e.1+2+", "urn:noteit:sync:e.1+2+6", "urn:noteit:sync:e.1+2+ff",
        "urn:noteit:sync:e.1+x+61",
        "urn:noteit:sync:e.01", "urn:noteit:sync:e.1x", "urn:noteit:sync:e.99999999999999999999", "http://example.com/1",
    ])
    func otherTextsAreNotTokens(_ text: String) { #expect(SyncToken(text) == nil) }
}
