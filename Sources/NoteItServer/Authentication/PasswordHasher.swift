import Foundation
import NoteItCore
import Synchronization

/// Runs Argon2id on few threads of its own, so that a storm of sign-ins leaves other requests' latency alone. Addresses take turns.
final class PasswordHasher: Sendable {
    /// Registrations, and sign-ins by which somebody may be guessing, have a thread each, so that a storm of the one leaves the other,
    /// and sign-ins, alone. No address takes more than half of the places of sign-ins; whole classes register
    /// at once.
    ///
    /// The threads have the priority of others: a hash maps its memory, and whoever waits for the processor in the middle of that
    /// holds the lock of the whole process's memory.
    enum Lane: Sendable { case signIn, doubtful, registration }

    private struct Load {
        var jobs = 0
        var byAddress: [AddressBlock: Int] = [:]
    }

    private let signIns: Workers<AddressBlock>
    private let doubtful = Workers<AddressBlock>(1)
    private let registrations = Workers<AddressBlock>(1)
    /// How many may wait or run in each lane; more are turned away.
    private let capacity: Int
    private static let (capacityOfDoubtful, capacityOfRegistrations) = (48, 512)
    private let load = Mutex<[Lane: Load]>([:])
    /// Of a password that nobody has: an unknown email is checked against it, so that it takes the same time.
    private let nobodys: String

    /// Hashes once. Throws if the memory cannot be had.
    /// - Parameter threads: for sign-ins; nil: one for two cores.
    init(threads: Int? = nil, capacity: Int = 128) throws {
        signIns = Workers(threads ?? max(1, ProcessInfo.processInfo.activeProcessorCount / 2))
        self.capacity = capacity
        nobodys = try Argon2id.hash(Secret.make())
    }

    /// Throws `.unavailable` if too many wait.
    func hash(
        _ password: String, in lane: Lane = .signIn, for address: AddressBlock = AddressBlock("")
    ) async throws -> String {
        try await run(in: lane, for: address) { try Argon2id.hash(password) }
    }

    /// - Parameter hash: nil if there is no such account: false, after the same time.
    /// Throws `.unavailable` if too many wait.
    func verify(
        _ password: String, against hash: String?, in lane: Lane = .signIn, for address: AddressBlock = AddressBlock("")
    ) async throws -> Bool {
        let against = hash ?? nobodys
        return try await run(in: lane, for: address) { Argon2id.verify(password, against: against) } && hash != nil
    }

    private func run<Value: Sendable>(
        in lane: Lane, for address: AddressBlock, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let (capacity, share) = places(in: lane)
        try load.withLock { load in
            let (all, own) = (load[lane]?.jobs ?? 0, load[lane]?.byAddress[address] ?? 0)
            guard all < capacity, own < share else {
                throw DomainError.unavailable("Too many people sign in at this moment. Try again in a few seconds.")
            }
            load[lane, default: Load()].jobs += 1
            load[lane, default: Load()].byAddress[address, default: 0] += 1
        }
        defer {
            load.withLock { load in
                load[lane]?.jobs -= 1
                load[lane]?.byAddress.countDown(address)
            }
        }
        return try await workers(of: lane).run(for: address, work)
    }

    /// And how many of them are for one address at most.
    private func places(in lane: Lane) -> (all: Int, share: Int) {
        switch lane {
        case .signIn: (capacity, max(1, capacity / 2))
        case .doubtful: (Self.capacityOfDoubtful, Self.capacityOfDoubtful / 2)
        case .registration: (Self.capacityOfRegistrations, Self.capacityOfRegistrations)
        }
    }

    private func workers(of lane: Lane) -> Workers<AddressBlock> {
        switch lane {
        case .signIn: signIns
        case .doubtful: doubtful
        case .registration: registrations
        }
    }
}
