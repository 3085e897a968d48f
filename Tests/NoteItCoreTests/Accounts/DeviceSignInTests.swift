import Testing

@testable import NoteItCore

/// Which devices give way when too many wait.
struct DeviceSignInTests {
    private static func waiting(_ count: Int, at address: String, since: Int64 = 0) -> [DeviceSignIn.Waiting] {
        (0..<count).map { .init(id: "\(address) \($0)", address: address, since: since + Int64($0)) }
    }

    @Test func theOldestOfWhoeverHasMostGiveWay() {
        let flood = (1...22).flatMap { Self.waiting(900, at: "192.0.\($0).1") }
        let others = Self.waiting(300, at: "198.51.100.1") + Self.waiting(1, at: "2001:db8::1")
        let gone = DeviceSignIn.givingWay((others + flood).shuffled(), 2_200)
        let expected = (1...22).flatMap { network in (0..<100).map { "192.0.\(network).1 \($0)" } }
        #expect(Set(gone) == Set(expected))
    }

    @Test func addressesOfOneNetworkTakeTurnsAndAreTogetherOneAmongNetworks() {
        // Somebody has a network of IPv6 whole; a class has one address of a campus, and somebody else of the campus floods.
        let flood = (0..<500).flatMap { Self.waiting(2, at: "2001:db8:7:\(String($0, radix: 16))::1", since: 100) }
        let campus = Self.waiting(40, at: "192.0.2.1") + Self.waiting(400, at: "192.0.2.2", since: 100)
        let gone = DeviceSignIn.givingWay(campus + flood, 1_000)
        #expect(gone.count == 1_000)
        #expect(gone.count { $0.hasPrefix("2001:") } == 780, "each network keeps half of the room")
        #expect(gone.allSatisfy { !$0.hasPrefix("192.0.2.1 ") }, "the class keeps its own")
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2"), ("::ffff:192.0.2.7", "192.0.2"), ("2001:db8:0:1::7", "2001:db8:0"), ("", ""),
    ])
    func aNetworkIsWhatOnePartyMayHave(text: String, network: String) { #expect(AddressBlock(text).network == network) }
}
