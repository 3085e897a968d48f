import NoteItCore
import Synchronization

/// Bounds the bytes of arriving bodies and unread answers: in total, and for one client, which is an account or, before the
/// sign-in, an address.
final class ByteBudget: Sendable {
    enum Owner: Hashable, Sendable { case account(Account.ID), address(AddressBlock) }

    private struct Used {
        var all = 0
        var byOwner: [Owner: Int] = [:]
    }

    /// Smaller answers are not counted: the bound of connections suffices.
    static let small = 64 << 10
    /// How long a request waits for room, and between two tries.
    fileprivate static let (patience, pause) = (Duration.seconds(2), Duration.milliseconds(50))

    private let total: Int
    private let share: Int
    private let reserve: Int
    private let used = Mutex(Used())

    init(total: Int = 128 << 20, share: Int = 24 << 20) { (self.total, self.share, reserve) = (total, share, total / 4) }

    func register(in metrics: Metrics) {
        metrics.addGauge("noteit_unread_bytes", help: "Bytes of unfinished requests and unread answers.") { [weak self] in
            Double(self?.used.withLock(\.all) ?? 0)
        }
    }

    /// Bytes that are held until the last reference goes.
    final class Charge: Sendable {
        private let budget: ByteBudget
        private let owner: Owner
        private let bytes: Atomic<Int>

        /// - Parameter bytes: already added to the budget.
        fileprivate init(_ budget: ByteBudget, _ owner: Owner, holding bytes: Int = 0) {
            (self.budget, self.owner) = (budget, owner)
            self.bytes = Atomic(bytes)
        }

        deinit { budget.adjust(by: -bytes.load(ordering: .relaxed), owner) }

        /// Throws as `requireRoom`, and then holds no more than before.
        func grow(by count: Int) throws {
            try budget.requireRoom(for: owner, count, besides: bytes.load(ordering: .relaxed))
            growUnbounded(by: count)
        }

        /// Ignores the bound.
        func growUnbounded(by count: Int) {
            bytes.add(count, ordering: .relaxed)
            budget.adjust(by: count, owner)
        }
    }

    func charge(_ owner: Owner) -> Charge { Charge(self, owner) }

    /// The bound of one client while `all` bytes are held. It shrinks with the free room, so that a few clients never take
    /// everything. A client that holds nothing has a reserve beyond it.
    private func share(with all: Int) -> Int { all < total / 2 ? share : all < total * 3 / 4 ? share / 4 : share / 12 }

    private func fits(_ bytes: Int, beside all: Int, _ own: Int) -> Bool {
        own == 0 ? all + bytes <= total + reserve : own + bytes <= share(with: all) && all + bytes <= total
    }

    /// Throws `.unavailable` or `.tooMany` if there is no room for `bytes` more.
    /// - Parameter held: bytes that the client holds for the same request.
    fileprivate func requireRoom(for owner: Owner, _ bytes: Int, besides held: Int) throws {
        let (all, own) = used.withLock { ($0.all, $0.byOwner[owner, default: 0]) }
        guard fits(bytes, beside: all, own - held) else { throw refusal(holding: own - held) }
    }

    fileprivate func refusal(to owner: Owner) -> DomainError {
        refusal(holding: used.withLock { $0.byOwner[owner, default: 0] })
    }

    private func refusal(holding own: Int) -> DomainError {
        own > 0
            ? .tooMany("You have too many open requests or unread answers. Finish some, then try again.", retryAfter: 5)
            : .unavailable("The server is handling too many bytes at this moment. Try again in a few seconds.")
    }

    /// Charges bytes at once; nil if there is no room.
    fileprivate func reserve(_ bytes: Int, for owner: Owner) -> Charge? {
        let isTaken = used.withLock { used in
            let own = used.byOwner[owner, default: 0]
            guard fits(bytes, beside: used.all, own) else { return false }
            used.all += bytes
            used.byOwner[owner] = own + bytes
            return true
        }
        return isTaken ? Charge(self, owner, holding: bytes) : nil
    }

    private func adjust(by count: Int, _ owner: Owner) {
        used.withLock { used in
            used.all += count
            let own = used.byOwner[owner, default: 0] + count
            used.byOwner[owner] = own > 0 ? own : nil
        }
    }
}

/// One request's part of the budget, and its turn among the long reads of its client: of its address until the account is known.
final class RequestShare: Sendable {
    private let budget: ByteBudget
    private let longReads: OneAtATime<ByteBudget.Owner>
    private let address: @Sendable () -> String
    private let account = Mutex<Account.ID?>(nil)
    private let reserved = Mutex<ByteBudget.Charge?>(nil)
    /// Roughly the largest page, in bytes.
    static let page = 5 << 18
    /// The bytes that a read of many calendar objects holds before its answer is counted.
    static let manyObjects = 4 << 20

    /// - Parameter address: asked for only before the account is known.
    init(
        of budget: ByteBudget, longReads: OneAtATime<ByteBudget.Owner> = OneAtATime(),
        address: @autoclosure @escaping @Sendable () -> String
    ) {
        (self.budget, self.longReads, self.address) = (budget, longReads, address)
    }

    func belongs(to account: Account.ID) { self.account.withLock { $0 = account } }

    private var owner: ByteBudget.Owner {
        account.withLock(\.self).map(ByteBudget.Owner.account) ?? .address(AddressBlock(address()))
    }

    func charge() -> ByteBudget.Charge { budget.charge(owner) }

    /// Waits for room for a page, and holds it until the answer is complete or `release`. Throws `.unavailable` or `.tooMany`.
    func reservePage() async throws {
        try await retrying { reserves(Self.page) ? () : nil }
    }

    /// Runs a read that may take long, such as a search, with room for a page, or for `bytes`. A client runs one at a time, so
    /// that it never occupies all readers of the store. A waiting read holds neither the turn nor the room. Throws as
    /// `reservePage`.
    func longRead<Value: Sendable>(
        reserving bytes: Int = RequestShare.page, _ read: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await retrying {
            try await longReads.run(for: owner) { reserves(bytes) ? try await read() : nil }
        }
    }

    private func retrying<Value: Sendable>(_ work: () async throws -> Value?) async throws -> Value {
        let end = ContinuousClock.now + ByteBudget.patience
        while true {
            if let value = try await work() { return value }
            guard ContinuousClock.now < end else { throw budget.refusal(to: owner) }
            try await Task.sleep(for: ByteBudget.pause)
        }
    }

    private func reserves(_ bytes: Int) -> Bool {
        let charge = budget.reserve(bytes, for: owner)
        if let charge { reserved.withLock { $0 = charge } }
        return charge != nil
    }

    func release() { reserved.withLock { $0 = nil } }
}
