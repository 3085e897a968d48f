/// A noun that counts its edits.
public protocol Revised {
    /// Grows by each change.
    var rev: Int { get }
}

extension Revised {
    /// Throws `.stale` if it changed after `rev`, the revision that a client has read. Nil asks for nothing.
    public func requireUnchanged(since rev: Int?) throws(DomainError) {
        if let rev, rev != self.rev { throw .stale }
    }
}
