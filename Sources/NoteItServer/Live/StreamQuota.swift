import NoteItCore

/// Bounds the open streams of an account over all transports and, behind a proxy, those of a client's address.
struct StreamQuota: Sendable {
    /// When a refused client may try again, in seconds. The stream of a client that vanished ends within two minutes.
    private static let retryAfter = 30

    private let accounts: Quota<Account.ID>
    private let addresses: Quota<AddressBlock>

    /// - Parameter share: of a limit for all nodes, this node's part.
    init(_ limits: Limits, share: @escaping @Sendable (Int) -> Int = { $0 }) {
        accounts = Quota(each: share(limits.streamsPerAccount))
        addresses = Quota(each: limits.connectionsPerAddress)
    }

    /// Throws `.tooMany`.
    /// - Parameter address: nil where connections are counted by address.
    func permit(for caller: Caller, from address: AddressBlock?) throws(DomainError) -> StreamPermit {
        var permits = [try accounts.permit(for: caller.account) { Self.refusal("You have", $0) }]
        if let address { permits.append(try addresses.permit(for: address) { Self.refusal("Your address has", $0) }) }
        return StreamPermit(caller: caller, permits: permits)
    }

    private static func refusal(_ subject: String, _ excess: Quota<some Hashable & Sendable>.Excess) -> DomainError {
        let count =
            switch excess {
            case .each(let count), .total(let count): count
            }
        return .tooMany(
            "\(subject) \(count) streams open, the most allowed. Close one, or try again later.", retryAfter: retryAfter)
    }
}

/// Lets a caller hold one stream open, until `release()` or until its last copy goes.
struct StreamPermit: Sendable {
    let caller: Caller
    fileprivate let permits: [Permit]

    func release() { for permit in permits { permit.release() } }
}
