extension Sequence {
    /// The elements by their keys. Of elements with the same key, the first.
    @inlinable
    public func keyed<Key: Hashable>(by key: (Element) throws -> Key) rethrows -> [Key: Element] {
        Dictionary(try map { (try key($0), $0) }) { first, _ in first }
    }
    /// The places of the elements, from 0, by their keys. Of elements with the same key, that of the first.
    @inlinable
    public func places<Key: Hashable>(by key: (Element) throws -> Key) rethrows -> [Key: Int] {
        Dictionary(try enumerated().map { (try key($1), $0) }) { first, _ in first }
    }
}
