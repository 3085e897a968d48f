import Foundation
import NoteItCore
import TestDatabase
import Testing

@testable import NoteItStore

/// The codes of devices, by a clock.
struct DeviceSignInTests {
    private static let (device, user) = (String(repeating: "d", count: 64), String(repeating: "e", count: 64))

    /// - Parameter browser: a session whose refresh token is the text of its id.
    private func withBrowser(
        _ body: (_ campus: Campus, _ ada: Account.ID, _ browser: Session.ID) async throws -> Void
    ) async throws {
        try await Campus.with { campus in
            let (ada, browser) = (try await campus.person("ada"), Session.ID.make(at: campus.clock.now))
            try await campus.store.open(browser, for: ada, device: "browser", refreshHash: browser.description)
            try await campus.store.ask(
                NewDeviceSignIn(device: "lab-pc"), deviceHash: Self.device, userHash: Self.user, from: "192.0.2.7")
            try await body(campus, ada, browser)
            #expect(try await campus.store.check() == [])
        }
    }

    private func poll(_ campus: Campus) async throws -> Account {
        try await campus.store.poll(
            deviceHash: Self.device, opening: .make(at: campus.clock.now), refreshHash: "new", unless: .off)
    }

    @Test func aCodeIsGoodUntilItsTenMinutesAreOver() async throws {
        try await withBrowser { campus, ada, browser in
            campus.clock.advance(TimeInterval(DeviceSignIn.lifetime - 60))
            let waiting = try await campus.store.waitingDevice(userHash: Self.user)
            #expect(waiting.address == "192.0.2.7")
            campus.clock.advance(61)
            await #expect(throws: DomainError.unknownDeviceCode) {
                try await campus.store.waitingDevice(userHash: Self.user)
            }
            await #expect(throws: DomainError.unknownDeviceCode) {
                try await campus.store.answer(
                    userHash: Self.user, approve: true, by: ada, in: browser, refreshHash: browser.description)
            }
            await #expect(throws: DomainError.deviceSignIn(.expired)) { try await poll(campus) }
        }
    }

    @Test func anApprovalThatIsFetchedTooLateIsDead() async throws {
        try await withBrowser { campus, ada, browser in
            try await campus.store.answer(
                userHash: Self.user, approve: true, by: ada, in: browser, refreshHash: browser.description)
            campus.clock.advance(TimeInterval(DeviceSignIn.lifetime + 1))
            await #expect(throws: DomainError.deviceSignIn(.expired)) { try await poll(campus) }
            #expect(try await campus.store.sessions(of: ada, current: nil, page: PageRequest()).items.count == 1)
        }
    }

    @Test func aTabThatHasTheTokenOfAMomentAgoApprovesAndAnOlderOneDoesNot() async throws {
        try await withBrowser { campus, ada, browser in
            _ = try await campus.store.rotate(refreshHash: browser.description, to: "next")
            campus.clock.advance(70)
            await #expect(throws: DomainError.onlyThePageApproves) {
                try await campus.store.answer(
                    userHash: Self.user, approve: true, by: ada, in: browser, refreshHash: browser.description)
            }
            _ = try await campus.store.rotate(refreshHash: "next", to: "newest")
            try await campus.store.answer(userHash: Self.user, approve: true, by: ada, in: browser, refreshHash: "next")
            #expect(try await poll(campus).id == ada)
        }
    }

    @Test func aFloodOfFewAddressesKeepsNobodyElseOut() async throws {
        try await withBrowser { campus, ada, browser in
            try await campus.store.answer(
                userHash: Self.user, approve: true, by: ada, in: browser, refreshHash: browser.description)
            let now = campus.clock.now.seconds
            try await campus.store.commit { tx in
                let flood: [[SQLParameter]] = (0..<DeviceSignIn.most).map { number in
                    let hash = "\(number)" + String(repeating: "-", count: 64 - "\(number)".count)
                    return [hash, hash, "203.0.113.\(number % 22)", now, now + 600, 5]
                }
                try tx.db.insert(
                    "INSERT INTO device_sign_in (device_hash, user_hash, address, created_at, expires_at, pause) VALUES", flood)
            }
            let (device, user) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
            try await campus.store.ask(NewDeviceSignIn(), deviceHash: device, userHash: user, from: "198.51.100.7")
            #expect(try await campus.store.waitingDevice(userHash: user).address == "198.51.100.7")
            let left: Int? = try await campus.store.read { try $0.value("SELECT COUNT(*) FROM device_sign_in") }
            #expect(left == DeviceSignIn.most + 2 - DeviceSignIn.room)
            #expect(try await poll(campus).id == ada, "an answer stays")
        }
    }
}
