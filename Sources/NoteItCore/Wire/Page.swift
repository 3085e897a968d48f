/// A page of a list. `next` goes into `?after=` for the page behind it; nil at the end.
public struct Page<Item: Codable & Sendable>: Codable, Sendable {
    public var items: [Item]
    @Nullable public var next: String?

    public init(items: [Item], next: String? = nil) {
        self.items = items
        self.next = next
    }
}

extension Page: JSONWritable, JSONObject where Item: JSONWritable {
    func writeFields(to json: inout JSONWriter) {
        json.field("items", items)
        json.field("next", next)
    }
}

/// Which part of a list is asked for.
public struct PageRequest: Sendable, Equatable {
    public static let limits = 1...200
    public static let standard = 50

    /// At most this many items.
    public var limit: Int
    /// The `next` of the page before; nil for the first.
    public var after: String?

    public init(limit: Int = PageRequest.standard, after: String? = nil) {
        self.limit = limit
        self.after = after
    }
}
