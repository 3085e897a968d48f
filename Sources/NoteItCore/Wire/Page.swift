/// A page of a list. `next` goes into `?after=` for the next page; nil on the last page.
public struct Page<Item: Codable & Sendable>: Codable, Sendable, Memberwise {
    public var items: [Item]
    @Nullable public var next: String? = nil
}

extension Page: JSONWritable, JSONObject where Item: JSONWritable {
    func writeFields(to json: inout JSONWriter) {
        json.field("items", items)
        json.field("next", next)
    }
}

/// The requested part of a list.
public struct PageRequest: Sendable, Equatable, Memberwise {
    public static let limits = 1...200
    public static let standard = 50

    /// The most items on the page.
    public var limit: Int = PageRequest.standard
    /// The `next` of the previous page; nil for the first page.
    public var after: String? = nil
}
