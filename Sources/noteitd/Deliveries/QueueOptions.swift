import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore

/// How `noteitd mail queue` and its siblings list what waits or failed.
struct QueueOptions: ParsableArguments {
    @Option(help: "The most lines.") var limit = 100

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("The limit must be from 1 to 100000.") }
    }

    func show(_ channel: PersonalDelivery.Channel, in database: DatabaseOptions) async throws {
        let limit = limit
        let (rows, counts) = try await database.withStore { store in
            (
                try await store.queuedDeliveries(by: channel, limit: limit), try await store.deliveryCounts(by: channel)
            )
        }
        for row in rows { announce(row.line) }
        note("\(counts.waiting) waiting, \(counts.sent) sent, \(counts.dropped) not needed, \(counts.failed) failed")
    }
}

extension QueuedDelivery {
    fileprivate var line: String {
        let next = nextTry.map { "next \($0.formatted(.iso8601))" } ?? "failed"
        let why = fault.map { "\t\($0.visible)" } ?? ""
        return "\(createdAt.formatted(.iso8601))\t\(kind)\t\(address ?? "-")\t\(tries)\t\(next)\(why)"
    }
}
