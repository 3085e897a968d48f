import Foundation

/// What a process that starts can know of the log: what this node saw before it was stopped, or what other nodes find.
///
/// Without either, a process that comes first to a new primary begins a new epoch, since nobody can say that no row is lost.
struct PostgreSQLWitness {
    /// How long a process that starts waits for one that was running when the primary changed.
    private static let patience = Duration.seconds(30)
    private static let pause = 0.2

    /// The newest rows that this node saw. The file is there only while it is stopped: after a crash it would be too old.
    let path: String

    /// Forgets them, since this node goes on.
    func remove() { unlink(path) }

    func write(_ tails: [PostgreSQLTail]) {
        guard !tails.isEmpty, let data = try? JSONEncoder().encode(tails) else { return }
        try? data.write(to: URL(filePath: path), options: .atomic)
    }

    /// What this node saw before it was stopped. Nodes that were not stopped may have seen more since: of a new primary they
    /// decide, and this waits for them.
    /// - Returns: none if there is no file, or if they do not decide.
    func tails(_ db: SQLConnection) throws -> [PostgreSQLTail] {
        let end = ContinuousClock.now + Self.patience
        while try PostgreSQLPrimary(comparedWith: [], db).needsWitness, try db.first("SELECT 1 FROM node LIMIT 1") != nil {
            guard ContinuousClock.now < end else { return [] }
            Thread.sleep(forTimeInterval: Self.pause)
        }
        return FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode([PostgreSQLTail].self, from: $0) }
            ?? []
    }
}
