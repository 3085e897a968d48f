import NoteItCore
import Synchronization

/// How many bytes all bodies that are still arriving and all answers that nobody has taken yet may hold together, and one client's of
/// them: an account's, or before the sign-in an address's.
final class ByteBudget: Sendable {
    enum Owner: Hashable, Sendable { case account(Account.ID), address(AddressBlock) }

    private struct Used {
        var all = 0
        var byOwner: [Owner: Int] = [:]
    }

    /// Answers up to this are not counted: connections are.
    static let small = 64 << 10
    /// How long a request waits for room, and how often it looks.
    fileprivate static let (patience, pause) = (Duration.seconds(2), Duration.milliseconds(50))

    private let total: Int
    private let share: Int
    private let reserve: Int
    private let used = Mutex(Used())

    init(total: Int = 128 << 20, share: Int = 24 << 20) {
        (self.total, self.share, reserve) = (total, share, total / 4)
    }

    func register(in metrics: Metrics) {
        metrics.addGauge("noteit_unread_bytes", help: "Bytes of unfinished requests and unread answers.") { [weak self] in
            Double(self?.used.withLock(\.all) ?? 0)
        }
    }

    /// Bytes that are held until they are given back, or nobody has this any more.
    final class Charge: Sendable {
        private let budget: ByteBudget
        private let owner: Owner
        private let bytes: Atomic<Int>

        /// - Parameter bytes: what was added to the budget for it already.
        fileprivate init(_ budget: ByteBudget, _ owner: Owner, holding bytes: Int = 0) {
            (self.budget, self.owner) = (budget, owner)
            self.bytes = Atomic(bytes)
        }

        deinit { budget.add(-bytes.load(ordering: .relaxed), owner) }

        /// Throws as `requireRoom`; then it holds no more than before.
        func grow(by count: Int) throws {
            try budget.requireRoom(for: owner, count, besides: bytes.load(ordering: .relaxed))
            add(count)
        }

        /// Whether there is room or not.
        func add(_ count: Int) {
            bytes.add(count, ordering: .relaxed)
            budget.add(count, owner)
        }
    }

    func charge(_ owner: Owner) -> Charge { Charge(self, owner) }

    /// How much one client may hold while others hold `all`: the less there is left, the less, so that a few never take everything. Who
    /// holds nothing has a reserve beyond it.
    private func share(with all: Int) -> Int { all < total / 2 ? share : all < total * 3 / 4 ? share / 4 : share / 12 }

    private func fits(_ bytes: Int, beside all: Int, _ own: Int) -> Bool {
        own == 0 ? all + bytes <= total + reserve : own + bytes <= share(with: all) && all + bytes <= total
    }

    /// Throws `.unavailable` or `.tooMany` if there is no room for `bytes` more.
    /// - Parameter held: what the asker holds for the same request.
    fileprivate func requireRoom(for owner: Owner, _ bytes: Int, besides held: Int) throws {
        let (all, own) = used.withLock { ($0.all, $0.byOwner[owner, default: 0]) }
        guard fits(bytes, beside: all, own - held) else { throw refusal(holding: own - held) }
    }

    fileprivate func refusal(to owner: Owner) -> DomainError {
        refusal(holding: used.withLock { $0.byOwner[owner, default: 0] })
    }

    private func refusal(holding own: Int) -> DomainError {
        own > 0
            ? .tooMany("You have too many requests under way, or answers that you have not read. Finish some.", retryAfter: 5)
            : .unavailable("The server has too much under way at this moment. Try again in a few seconds.")
    }

    /// Holds `bytes` if there is room for them.
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

    private func add(_ count: Int, _ owner: Owner) {
        used.withLock { used in
            used.all += count
            let own = used.byOwner[owner, default: 0] + count
            used.byOwner[owner] = own > 0 ? own : nil
        }
    }
}

/// One request's part of the budget, and its turn among its sender's long reads: its address's until it is known who sends it.
final class RequestShare: Sendable {
    private let budget: ByteBudget
    private let longReads: OneAtATime<ByteBudget.Owner>
    private let address: String
    private let account = Mutex<Account.ID?>(nil)
    private let reserved = Mutex<ByteBudget.Charge?>(nil)
    /// In bytes: what a page has at most, roughly.
    private static let page = 5 << 18

    init(of budget: ByteBudget, longReads: OneAtATime<ByteBudget.Owner> = OneAtATime(), address: String) {
        (self.budget, self.longReads, self.address) = (budget, longReads, address)
    }

    func belongs(to account: Account.ID) { self.account.withLock { $0 = account } }

    private var owner: ByteBudget.Owner {
        account.withLock(\.self).map(ByteBudget.Owner.account) ?? .address(AddressBlock(address))
    }

    func charge() -> ByteBudget.Charge { budget.charge(owner) }

    /// Waits a little for room for a page, and holds it until the answer is there or `release`. Throws `.unavailable` or `.tooMany`.
    func room() async throws {
        try await retrying { takesRoom() ? () : nil }
    }

    /// Runs a read that may take long, such as a search, with room for a page as `room` has it: one of a sender at a time, so that
    /// nobody has all of the store's readers. Whoever waits, for the turn or for room, holds neither.
    func readingAtLength<Value: Sendable>(_ read: @Sendable () async throws -> Value) async throws -> Value {
        try await retrying {
            try await longReads.run(for: owner) { takesRoom() ? try await read() : nil }
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

    private func takesRoom() -> Bool {
        let charge = budget.reserve(Self.page, for: owner)
        if let charge { reserved.withLock { $0 = charge } }
        return charge != nil
    }

    func release() { reserved.withLock { $0 = nil } }
}
