import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct LimitsTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"), ("::1", "0:0:0:0::/64"), ("unknown", "unknown"), ("", ""),
    ])
    func anIPv6NetworkIsOneAddress(text: String, block: String) { #expect(AddressBlock(text).description == block) }

    @Test
    func aPermitIsFreeAfterItsReleaseOrItsLastReference() throws {
        let quota = StreamQuota(Limits(streamsPerAccount: 2))
        let (ada, ben) = (
            Caller(account: .init(UUID()), session: .init(UUID())), Caller(account: .init(UUID()), session: .init(UUID()))
        )
        var first: StreamPermit? = try quota.permit(for: ada, from: nil)
        let second = try quota.permit(for: ada, from: nil)
        #expect(throws: DomainError.self) { try quota.permit(for: ada, from: nil) }
        _ = try quota.permit(for: ben, from: nil)
        #expect(first?.caller == ada)
        first = nil
        let third = try quota.permit(for: ada, from: nil)
        second.release()
        second.release()
        let fourth = try quota.permit(for: ada, from: nil)
        #expect(throws: DomainError.self) { try quota.permit(for: ada, from: nil) }
        third.release()
        fourth.release()
    }

    @Test
    func inACrowdAHolderHasFewerPermits() throws {
        let quota = Quota<String>(total: 6, each: 3, eachInCrowd: 1)
        func take(_ holder: String?) throws -> Permit {
            try quota.permit(for: holder) { excess in
                switch excess {
                case .each(let own): .tooMany("\(own)", retryAfter: 1)
                case .total(let all): .unavailable("\(all)")
                }
            }
        }
        var held = try ["ada", "ada", "ada"].map(take)
        #expect(throws: DomainError.tooMany("3", retryAfter: 1)) { try take("ada") }
        held += try ["ben", "cleo", nil].map(take)
        #expect(throws: DomainError.tooMany("1", retryAfter: 1)) { try take("ben") }
        #expect(throws: DomainError.unavailable("6")) { try take("dora") }
        held.removeAll()
        #expect(quota.count == 0)
    }

    @Test
    func aTicketIsSpentOnlyByAnAdmittedCaller() throws {
        let tickets = OwnTickets { TestClock().now }
        let ada = Caller(account: .init(UUID()), session: .init(UUID()))
        let ticket = tickets.issue(to: ada).ticket
        #expect(throws: DomainError.stale) { try tickets.redeem(ticket) { _ in throw DomainError.stale } }
        #expect(try tickets.redeem(ticket) { $0 } == ada)
        #expect(throws: DomainError.self) { try tickets.redeem(ticket) { $0 } }
    }
}

struct HistogramTests {
    @Test
    func bucketsAreCumulativeAndEndWithAll() {
        let histogram = Histogram("noteit_test", help: "Of a test.", bounds: [0.5, 1, 10])
        histogram.observe(0.5)
        histogram.observe(.milliseconds(600))
        histogram.observe(4, times: 3)
        histogram.observe(100)
        #expect(
            histogram.samples == [
                #"_bucket{le="0.5"} 1"#, #"_bucket{le="1"} 2"#, #"_bucket{le="10"} 5"#, #"_bucket{le="+Inf"} 6"#,
                "_sum 113.1", "_count 6",
            ])
    }

    @Test
    func labelsPrecedeTheBound() {
        var tally = Histogram.Tally(bounds: [1])
        tally.observe(2)
        #expect(
            tally.samples(#"a="b""#) == [
                #"_bucket{a="b",le="1"} 0"#, #"_bucket{a="b",le="+Inf"} 1"#, #"_sum{a="b"} 2.0"#, #"_count{a="b"} 1"#,
            ])
    }

    @Test
    func commitsAreMeasured() async throws {
        try await withServer { server in
            let ada = try await server.student("ada", enrolled: true)
            for number in 1...3 {
                let posted = try await server.send(
                    "POST", "/v1/courses/\(TestServer.course)/events", as: ada.accessToken,
                    json: #"{"title": "post \#(number)"}"#)
                #expect(posted.status == 201)
            }
            let lines = try await server.send("GET", "/metrics").body.split(separator: "\n")
            for name in ["noteit_commit_writes", "noteit_commit_seconds"] {
                let count = lines.first { $0.hasPrefix("\(name)_count ") }.flatMap { Int($0.split(separator: " ")[1]) }
                #expect(count ?? 0 >= 4)
            }
            #expect(lines.contains { $0.hasPrefix("noteit_write_to_last_reader_seconds_count ") })
        }
    }
}
