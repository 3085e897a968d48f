/// The pages of a list that were asked for: a server that is broken must not keep a client asking for ever.
struct PageSteps {
    /// Far more than the longest list has, at 200 items in a page.
    static let ofList = 500
    /// Far more than the longest snapshot has.
    static let ofSnapshot = 20_000

    private let most: Int
    private var last: String?
    private var count = 0

    /// - Parameter most: the most pages that are asked for.
    init(most: Int = PageSteps.ofList) { self.most = most }

    /// - Parameter next: the `next` of a page; nil at the end.
    /// - Returns: `next`. Throws `.unexpected` if it is the same as before, or if there are too many pages.
    mutating func step(to next: String?) throws(ClientError) -> String? {
        count += 1
        guard next == nil || (next != last && count < most) else {
            throw .unexpected("The server sent a list that does not end: \(count) pages were read.")
        }
        last = next
        return next
    }
}
