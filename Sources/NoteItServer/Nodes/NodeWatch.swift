import Foundation
import Logging
import NoteItCore
import ServiceLifecycle
import Synchronization

/// Tells the other nodes of the database that this one lives, counts those that do, and takes the jobs that one node does for all.
/// Where a database has one node, it does nothing, and this node does all jobs.
final class NodeWatch: Service {
    private struct State {
        /// The newest heartbeat of each node, and when it was first seen.
        var beats: [String: (beat: Int64, at: ContinuousClock.Instant)] = [:]
        /// The jobs that no other node can take, each with the moment from which this node does it.
        var jobs: [SharedJob: ContinuousClock.Instant] = [:]
        /// The names of the living nodes that run an older noteitd.
        var older: [String] = []
        var confirmed = ContinuousClock.now
        /// What the log said of upgrades.
        var said: (older: [String], waits: Bool) = ([], false)
    }

    private static let pause = Duration.seconds(1)
    /// A node without a new heartbeat for so long does not count, and is later forgotten.
    private static let (patience, memory) = (Duration.seconds(5), Duration.seconds(60))
    /// Jobs that were not confirmed for so long may be another node's.
    private static let grip = Duration.seconds(10)
    /// The heartbeats between two rounds of `chores`.
    private static let round = 60

    private let store: any Store
    private let chores: @Sendable () async throws -> Void
    private let logger: Logger
    private let id = UUID().uuidString.lowercased()
    private let name: String
    private let state = Mutex(State())
    private let count = Atomic(1)

    /// - Parameter chores: done once a minute by each node.
    init(store: any Store, name: String, logger: Logger, chores: @escaping @Sendable () async throws -> Void) {
        (self.store, self.chores, self.logger, self.name) = (store, chores, logger, name)
    }

    func register(in metrics: Metrics) {
        metrics.addGauge("noteit_nodes", help: "Nodes of the database that live.") { [weak self] in Double(self?.live ?? 1) }
        for job in SharedJob.allCases {
            metrics.addGauge("noteit_job_\(job.name)", help: "1 if this node does this job for all.") { [weak self] in
                self?.holds(job) == true ? 1 : 0
            }
        }
    }

    /// The nodes that live, with this one.
    var live: Int { count.load(ordering: .relaxed) }

    /// The living nodes that run an older noteitd.
    var older: Int { state.withLock(\.older.count) }

    /// This node's share of a limit for all nodes.
    func share(of limit: Int) -> Int { max(1, limit / live) }

    func holds(_ job: SharedJob) -> Bool {
        guard store.isShared else { return true }
        return state.withLock { state in
            let now = ContinuousClock.now
            return state.jobs[job].map { $0 <= now } ?? false && now - state.confirmed < Self.grip
        }
    }

    /// Waits until this node does the job. False if the task was cancelled.
    func turn(_ job: SharedJob) async -> Bool {
        while !holds(job) {
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return false }
        }
        return !Task.isCancelled
    }

    /// Call it before the server accepts connections.
    func join() async throws {
        guard store.isShared else { return }
        try await beat()
    }

    func run() async throws {
        guard store.isShared else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown { await self.stayAlive() }
        try? await store.forgetNodes([id])
    }

    private func stayAlive() async {
        var (rounds, hasFailed) = (0, false)
        repeat {
            do {
                try await beat()
                try await takeJobs()
                try await finishUpgrade()
                if rounds % Self.round == 0 { try await chores() }
                (rounds, hasFailed) = (rounds + 1, false)
            } catch {
                // Another node may have them by now.
                state.withLock { $0.jobs = [:] }
                if !hasFailed {
                    logger.failed(to: "tell the other nodes that this one lives", again: "in \(Self.pause)", error)
                }
                hasFailed = true
            }
        } while (try? await Task.sleep(for: Self.pause)) != nil
    }

    private func beat() async throws {
        let beats = try await store.beat(id, named: name)
        let now = ContinuousClock.now
        let gone = state.withLock { state in
            let before = state.beats
            state.beats = [:]
            for node in beats {
                let known = before[node.id].flatMap { $0.beat == node.beat ? $0 : nil }
                state.beats[node.id] = known ?? (node.beat, now)
            }
            let living = beats.filter { node in state.beats[node.id].map { now - $0.at < Self.patience } ?? false }
            count.store(max(1, living.count), ordering: .relaxed)
            state.older = living.filter(\.isOlder).map(\.name).sorted()
            return state.beats.filter { now - $0.value.at > Self.memory }.map(\.key)
        }
        if !gone.isEmpty { try await store.forgetNodes(gone) }
    }

    /// Says who is older whenever that changes, since a step of the schema may wait for them.
    private func finishUpgrade() async throws {
        let waits = try await store.finishUpgrade()
        let (older, said) = state.withLock { state in
            defer { state.said = (state.older, waits) }
            return (state.older, state.said)
        }
        guard said.older != older || said.waits != waits else { return }
        let names = older.isEmpty ? "another program" : older.joined(separator: ", ")
        if waits {
            logger.notice("A step of the schema waits for an older noteitd: \(names). Upgrade or stop it.")
        } else if older.isEmpty {
            logger.notice("No node runs an older noteitd any more.")
        } else {
            logger.notice("Nodes run an older noteitd: \(names). Upgrade them too.")
        }
    }

    private func takeJobs() async throws {
        let asked = ContinuousClock.now
        let jobs = try await store.takeJobs()
        state.withLock { state in
            // A node that lost its jobs with its connection to the database may not know that yet.
            let begin = state.beats.count > 1 ? ContinuousClock.now + Self.grip : asked
            let own = jobs.map { ($0, state.jobs[$0] ?? begin) }
            (state.jobs, state.confirmed) = (Dictionary(uniqueKeysWithValues: own), asked)
        }
    }
}
