import NoteItCore
import Synchronization

/// Bounds how many permits are held at once: in total, and by one holder, such as an account or an address.
final class Quota<Holder: Hashable & Sendable>: Sendable {
    /// The bound that was reached, with the number of permits that are held under it.
    enum Excess { case each(Int), total(Int) }

    private struct Held {
        var total = 0
        var byHolder: [Holder: Int] = [:]
    }

    private let total: Int
    private let each: @Sendable () -> Int
    private let eachInCrowd: Int
    private let held = Mutex(Held())

    /// - Parameter eachInCrowd: the bound of one holder while half of the total is held, so that a few holders do not take the
    ///   other half.
    init(total: Int = .max, each: @autoclosure @escaping @Sendable () -> Int, eachInCrowd: Int = .max) {
        (self.total, self.each, self.eachInCrowd) = (total, each, eachInCrowd)
    }

    /// How many permits are held now.
    var count: Int { held.withLock(\.total) }

    /// Throws `refusal` of the bound that was reached.
    /// - Parameter holder: nil for a permit that counts toward the total alone.
    func permit(for holder: Holder?, refusal: (Excess) -> DomainError) throws(DomainError) -> Permit {
        if let excess = held.withLock({ reserve(in: &$0, for: holder) }) { throw refusal(excess) }
        return Permit { [self] in held.withLock { giveBack(to: &$0, of: holder) } }
    }

    private func reserve(in held: inout Held, for holder: Holder?) -> Excess? {
        if let holder {
            let own = held.byHolder[holder, default: 0]
            if own >= (held.total < total / 2 ? each() : min(each(), eachInCrowd)) { return .each(own) }
        }
        if held.total >= total { return .total(held.total) }
        held.total += 1
        if let holder { held.byHolder[holder, default: 0] += 1 }
        return nil
    }

    private func giveBack(to held: inout Held, of holder: Holder?) {
        held.total -= 1
        guard let holder, let own = held.byHolder[holder] else { return }
        held.byHolder[holder] = own > 1 ? own - 1 : nil
    }
}

/// One permit of a quota. It returns to the quota on `release()`, or when its last reference goes.
final class Permit: Sendable {
    private let onRelease: @Sendable () -> Void
    private let isReleased = Atomic(false)

    fileprivate init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { release() }

    /// Does nothing the second time.
    func release() {
        if !isReleased.exchange(true, ordering: .relaxed) { onRelease() }
    }
}
