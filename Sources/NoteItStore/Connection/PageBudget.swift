import NoteItCore

/// How much a page may hold beside its count of items, in bytes, so that an answer that nobody reads takes no more.
struct PageBudget {
    private var left = 1 << 20
    private var isFresh = true

    /// Whether there is room for so many bytes more; the first of a page always fits.
    mutating func takes(_ size: Int) -> Bool {
        guard isFresh || size <= left else { return false }
        (left, isFresh) = (left - size, false)
        return true
    }
}

extension Event {
    /// As JSON, in bytes, roughly: what takes two bytes there is counted twice.
    var size: Int { 1024 + title.jsonSize + body.jsonSize + attachments.count * 300 }
}

extension Reply {
    /// As JSON, in bytes, roughly.
    var size: Int { 512 + body.jsonSize + attachments.count * 300 }
}

extension SearchHit {
    /// As JSON, in bytes, roughly.
    var size: Int { 2048 + event.size + (reply?.size ?? 0) }
}

extension String {
    fileprivate var jsonSize: Int {
        var text = self
        return text.withUTF8 { bytes in
            bytes.reduce(into: bytes.count) { size, byte in
                if byte == 0x22 || byte == 0x5C || byte == 0x0A || byte == 0x09 { size += 1 }
            }
        }
    }
}
