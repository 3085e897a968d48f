/// The pages of a list that were asked for: a server that is broken must not keep a client asking for ever.
struct PageSteps {
    /// Far more than the longest list or snapshot has.
    private static let most = 20_000

    private var last: String?
    private var count = 0

    /// - Parameter next: the `next` of a page; nil at the end.
    /// - Returns: `next`. Throws `.unexpected` if it is the same as before, or if there are too many pages.
    mutating func step(to next: String?) throws(ClientError) -> String? {
        count += 1
        guard next == nil || (next != last && count < Self.most) else {
            throw .unexpected("The server sent a list that does not end.")
        }
        last = next
        return next
    }
}
