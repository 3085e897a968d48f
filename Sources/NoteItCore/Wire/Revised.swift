/// A noun that counts its edits.
public protocol Revised {
    /// Grows by each change.
    var rev: Int { get }
}
