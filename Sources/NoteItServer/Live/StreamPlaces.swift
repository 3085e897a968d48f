import NoteItCore
import Synchronization

/// How many streams each account has open, over all transports; behind a proxy also how many each client's address has.
final class StreamPlaces: Sendable {
    private struct Counts {
        var byAccount: [Account.ID: Int] = [:]
        var byAddress: [AddressBlock: Int] = [:]
    }

    /// Seconds. A stream whose client vanished is found within two minutes.
    private static let retryAfter = 30

    private let limits: Limits
    private let counts = Mutex(Counts())

    init(_ limits: Limits) { self.limits = limits }

    /// Throws `.tooMany` if all places of the account or of the address are taken.
    /// - Parameter address: nil where connections are counted by address.
    func take(_ caller: Caller, from address: AddressBlock?) throws(DomainError) -> StreamPlace {
        let refusal: String? = counts.withLock { counts in
            if counts.byAccount[caller.account, default: 0] >= limits.streamsPerAccount {
                return "You have \(limits.streamsPerAccount) streams open, and no more are allowed. "
                    + "Close one that you no longer need, or try again later."
            }
            if let address, counts.byAddress[address, default: 0] >= limits.connectionsPerAddress {
                return "Your address has \(limits.connectionsPerAddress) streams open, and no more are allowed. "
                    + "Close some, or try again later."
            }
            counts.byAccount[caller.account, default: 0] += 1
            if let address { counts.byAddress[address, default: 0] += 1 }
            return nil
        }
        if let refusal { throw .tooMany(refusal, retryAfter: Self.retryAfter) }
        return StreamPlace(caller, address, in: self)
    }

    fileprivate func leave(_ place: StreamPlace) {
        counts.withLock { counts in
            counts.byAccount.countDown(place.caller.account)
            if let address = place.address { counts.byAddress.countDown(address) }
        }
    }
}

/// One stream's place. It is free again after `leave()`, or when nobody holds it any more.
final class StreamPlace: Sendable {
    let caller: Caller
    fileprivate let address: AddressBlock?
    private let places: StreamPlaces
    private let isLeft = Atomic(false)

    fileprivate init(_ caller: Caller, _ address: AddressBlock?, in places: StreamPlaces) {
        self.caller = caller
        self.address = address
        self.places = places
    }

    deinit { leave() }

    func leave() {
        if !isLeft.exchange(true, ordering: .relaxed) { places.leave(self) }
    }
}
