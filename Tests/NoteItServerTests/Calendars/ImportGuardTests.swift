import Synchronization
import Testing

@testable import NoteItServer

/// Imports read hosts of the public Internet, and those that the operator names.
struct ImportGuardTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.0",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
        "2606:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
    ])
    func anAddressOfThePublicInternetIsRead(address: String) throws {
        let address = try #require(NetworkAddress(address))
        #expect(address.isPublic)
    }

    @Test(arguments: [
        // This machine, and no address.
        "0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.255.255", "::", "::1",
        // Private networks, shared address space, link-local, unique local.
        "10.0.0.1", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.1", "100.64.0.0", "100.127.255.255",
        "169.254.0.1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fdff::1",
        // Metadata of clouds.
        "169.254.169.254", "100.100.100.200", "168.63.129.16", "fd00:ec2::254",
        // Multicast, broadcast, reserved, documentation, benchmarks.
        "224.0.0.1", "239.255.255.250", "255.255.255.255", "240.0.0.1", "ff02::1", "192.0.2.1", "198.51.100.1", "203.0.113.1",
        "198.18.0.1", "198.19.255.255", "192.0.0.8", "192.88.99.1", "2001:db8::1", "3fff::1", "2001:2::1", "100::1", "5f00::1",
        // IPv4 inside IPv6: mapped, compatible, NAT64, 6to4, Teredo.
        "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ])
    func anyOtherAddressIsRefused(address: String) throws {
        let address = try #require(NetworkAddress(address))
        #expect(!address.isPublic)
    }

    @Test(arguments: ["", "127.1", "0x7f.0.0.1", "2130706433", "1.2.3", "fe80::1%lo", "[::1]", "example.edu", "1.2.3.4 "])
    func onlyTheUsualFormIsAnAddress(text: String) { #expect(NetworkAddress(text) == nil) }

    private func gate(_ allowed: String = "", _ addresses: String...) throws -> ImportGuard {
        let found = addresses.compactMap { NetworkAddress($0) }
        #expect(found.count == addresses.count)
        return ImportGuard(
            allowed: try #require(AllowedHosts(allowed)), resolver: NameResolver { _ in found })
    }

    @Test func aNameIsResolvedOnce() async throws {
        let calls = Mutex(0)
        let gate = ImportGuard(
            allowed: AllowedHosts(),
            resolver: NameResolver { _ in
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                return [NetworkAddress(call == 1 ? "8.8.8.8" : "127.0.0.1")].compactMap(\.self)
            })
        #expect(try await gate.addresses(of: WebAddress("https://calendar.test/")).map(\.description) == ["8.8.8.8"])
        #expect(calls.withLock(\.self) == 1)
        await #expect(throws: ImportFailure.self) { try await gate.addresses(of: WebAddress("https://calendar.test/")) }
    }

    @Test func onePrivateAddressRefusesAName() async throws {
        let gate = try gate("", "8.8.8.8", "2606:4700::1111", "10.0.0.1")
        await #expect(
            throws: ImportFailure(
                "The host calendar.test is in a private network. Ask the operator of NoteIt to allow it, or import a file.")
        ) {
            try await gate.addresses(of: WebAddress("https://calendar.test/secret"))
        }
    }

    @Test func anUnknownNameIsRefused() async throws {
        let gate = try gate()
        await #expect(throws: ImportFailure("The host calendar.test is not known. Check the address.")) {
            try await gate.addresses(of: WebAddress("https://calendar.test/secret"))
        }
    }

    @Test(arguments: [
        "http://calendar.test/", "https://calendar.test:8443/", "https://calendar.test:80/", "http://calendar.test:443/",
    ])
    func anotherSchemeOrPortIsRefused(url: String) async throws {
        let gate = try gate("", "8.8.8.8")
        await #expect(throws: ImportFailure.self) { try await gate.addresses(of: WebAddress(url)) }
    }

    @Test(arguments: [
        ("calendar.test", "http://calendar.test/"), ("calendar.test", "https://Calendar.TEST./"),
        ("other.test, calendar.test:8080", "http://calendar.test:8080/"), ("[::1]:8080", "https://[::1]:8080/"),
        ("10.0.0.5:8080", "http://10.0.0.5:8080/"),
    ])
    func anAllowedHostMayBePrivate(allowed: String, url: String) async throws {
        let gate = try gate(allowed, "10.0.0.5")
        #expect(try await gate.addresses(of: WebAddress(url)).map(\.description) == ["10.0.0.5"])
    }

    @Test(arguments: [
        ("calendar.test", "https://calendar.test:8080/"), ("calendar.test:8080", "https://calendar.test/"),
        ("calendar.test", "https://sub.calendar.test/"), ("10.0.0.5", "https://calendar.test/"),
    ])
    func anAllowedHostAllowsNothingElse(allowed: String, url: String) async throws {
        let gate = try gate(allowed, "10.0.0.5")
        await #expect(throws: ImportFailure.self) { try await gate.addresses(of: WebAddress(url)) }
    }

    @Test(arguments: [
        "a b", "example.edu:0", "example.edu:70000", "example.edu:x", "https://example.edu", "[::1", "[10.0.0.1]", "a,:80",
    ])
    func aMalformedListOfHostsIsRefused(list: String) { #expect(AllowedHosts(list) == nil) }

    @Test func theSystemKnowsItself() async throws {
        let resolver = NameResolver.system()
        #expect(try await resolver.addresses("127.0.0.1").map(\.description) == ["127.0.0.1"])
        #expect(try await resolver.addresses("2130706433").allSatisfy { !$0.isPublic })
        // No name server is asked for a name that cannot be.
        #expect(try await resolver.addresses("\(String(repeating: "a", count: 64)).invalid").isEmpty)
    }

    @Test func aLookupThatIsCancelledDoesNotWait() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await NameResolver.system().addresses("localhost")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// Addresses are taken apart in one way.
struct WebAddressTests {
    @Test(arguments: [
        ("https://Example.edu/a.ics", "https://example.edu:443/a.ics"), ("webcal://example.edu", "https://example.edu:443/"),
        ("WEBCALS://example.edu?a=b", "https://example.edu:443/?a=b"),
        (" https://example.edu./a#b ", "https://example.edu:443/a"),
        ("http://example.edu/a", "http://example.edu:80/a"), ("https://[2606:4700::1]:8443/a", "https://[2606:4700::1]:8443/a"),
        ("https://example.edu/a b/\u{fc}?\u{1}\\", "https://example.edu:443/a%20b/%C3%BC?%01%5C"),
    ])
    func anAddressHasOneForm(text: String, url: String) throws { #expect(try WebAddress(text).url == url) }

    @Test(arguments: [
        "", "example.edu/a.ics", "ftp://example.edu/", "file:///etc/passwd", "https://", "https:///a", "https://a b/",
        "https://user@example.edu/", "https://user:word@example.edu/", "https://example.edu\\@other.test/",
        "https://example.edu:443@other.test/", "https://ex%61mple.edu/", "https://example.edu:99999/", "https://example.edu:/",
        "https://[fe80::1%25lo]/", "https://[127.0.0.1]/", "https://b\u{fc}cher.example/", "https://.example.edu/",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(throws: WebAddress.Fault.self) { try WebAddress(text) }
    }

    @Test(arguments: [
        ("/b", "https://example.edu:443/b"), ("b", "https://example.edu:443/a/b"), ("?e", "https://example.edu:443/a/c?e"),
        ("//other.test/b", "https://other.test:443/b"), ("http://other.test/", "http://other.test:80/"),
        ("webcal://other.test", "https://other.test:443/"), ("#f", "https://example.edu:443/a/c"),
    ])
    func aRedirectMayBeRelative(location: String, url: String) throws {
        #expect(try WebAddress("https://example.edu/a/c?d").redirected(to: location).url == url)
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "https://user@example.edu/", "https:\\\\other.test"])
    func aRedirectElsewhereIsRefused(location: String) throws {
        let address = try WebAddress("https://example.edu/a")
        #expect(throws: WebAddress.Fault.self) { try address.redirected(to: location) }
    }
}
