import Foundation
import NoteItCore

/// Runs Argon2id on a few threads of its own, so that a storm of sign-ins leaves the latency of other requests alone. Addresses
/// take turns.
final class PasswordHasher: Sendable {
    /// Registrations, and sign-ins that may be guesses, have a thread each, so that a storm in one lane leaves the others alone.
    enum Lane: Sendable { case signIn, doubtful, registration }

    /// The threads have normal priority: a hash maps its memory, and a preempted thread would hold the lock of the process's
    /// memory.
    private struct Queue: Sendable {
        let workers: Workers<AddressBlock>
        /// Hashes that wait and run.
        let jobs: Quota<AddressBlock>

        init(threads: Int = 1, total: Int, each: Int) {
            (workers, jobs) = (Workers(threads), Quota(total: total, each: each))
        }
    }

    private let signIns: Queue
    private let doubtful = Queue(total: 48, each: 24)
    /// Registrations. One address may use the whole queue, because a whole class registers at once.
    private let registrations = Queue(total: 512, each: 512)
    /// The hash of a password that nobody has. An unknown email is checked against it, so that it takes the same time.
    private let decoy: String

    /// Hashes once. Throws if there is not enough memory.
    /// - Parameters: `threads`: for sign-ins, by default one for two cores; `capacity`: sign-ins that wait and run, at most half
    ///   of them of one address.
    init(threads: Int? = nil, capacity: Int = 128) throws {
        let threads = threads ?? max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        signIns = Queue(threads: threads, total: capacity, each: max(1, capacity / 2))
        decoy = try Argon2id.hash(Secret.make())
    }

    /// Throws `.unavailable` if too many wait.
    func hash(
        _ password: String, in lane: Lane = .signIn, for address: AddressBlock = AddressBlock("")
    ) async throws -> String {
        try await run(in: lane, for: address) { try Argon2id.hash(password) }
    }

    /// Throws `.unavailable` if too many wait.
    /// - Parameter hash: nil if there is no such account; then the result is false, after the same time.
    func verify(
        _ password: String, against hash: String?, in lane: Lane = .signIn, for address: AddressBlock = AddressBlock("")
    ) async throws -> Bool {
        let against = hash ?? decoy
        return try await run(in: lane, for: address) { Argon2id.verify(password, against: against) } && hash != nil
    }

    private func run<Value: Sendable>(
        in lane: Lane, for address: AddressBlock, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let queue = pickQueue(for: lane)
        let permit = try queue.jobs.permit(for: address) { _ in
            .unavailable("Too many people are signing in at this moment. Try again in a few seconds.")
        }
        defer { permit.release() }
        return try await queue.workers.run(for: address, work)
    }

    private func pickQueue(for lane: Lane) -> Queue {
        switch lane {
        case .signIn: signIns
        case .doubtful: doubtful
        case .registration: registrations
        }
    }
}
