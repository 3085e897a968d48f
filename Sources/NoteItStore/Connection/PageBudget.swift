import NoteItCore

/// The most bytes in a page, so that a response that a client does not read takes bounded memory.
struct PageBudget {
    private var left = 1 << 20
    private var isFresh = true

    /// Whether `size` more bytes fit. The first item of a page always fits.
    mutating func takes(_ size: Int) -> Bool {
        guard isFresh || size <= left else { return false }
        (left, isFresh) = (left - size, false)
        return true
    }
}

/// What stands on pages.
protocol Sized {
    /// As JSON, in bytes, roughly. Escaped characters count twice.
    var size: Int { get }
}

/// A reply to an event, or a comment on a plan.
protocol ThreadItem: Sized {
    var number: Int { get }
}

extension Page where Item: ThreadItem {
    /// A page of a thread, in the order of the numbers.
    /// - Parameter find: takes the number after which the page begins, and how many to find.
    static func thread(_ request: PageRequest, _ find: (_ after: Int, _ count: Int) throws -> [Item]) throws -> Page {
        let after = try PageToken.parts(request.after, count: 1).flatMap { Int($0[0]) } ?? 0
        let found = try find(after, request.limit + 1)
        var budget = PageBudget()
        let shown = found.prefix(request.limit).prefix { budget.takes($0.size) }
        let next = try found.count > shown.count ? shown.last.map { try PageToken.make(["\($0.number)"]) } : nil
        return Page(items: Array(shown), next: next)
    }
}

extension Event: Sized {
    var size: Int { 1024 + title.jsonSize + body.jsonSize + attachments.count * 300 }
}

extension Reply: ThreadItem {
    var size: Int { 512 + body.jsonSize + attachments.count * 300 }
}

extension StudyTask: Sized {
    var size: Int {
        768 + title.jsonSize + notes.jsonSize + after.count * 40 + (recurrence.map { 600 + $0.exceptions.count * 24 } ?? 0)
    }
}

extension PersonalEvent: Sized {
    var size: Int {
        512 + calendar.jsonSize + title.jsonSize + location.jsonSize + 2 * (rule?.jsonSize ?? 0) + (series?.size ?? 0)
    }
}

extension PersonalEventSeries {
    fileprivate var size: Int {
        256 + exceptions.count * 24 + ([first] + others).reduce(0) { $0 + 128 + $1.title.jsonSize + $1.location.jsonSize }
    }
}

extension DegreePlan: Sized {
    var size: Int {
        1024 + name.jsonSize + terms.reduce(0) { $0 + 40 + $1.courses.count * 30 } + accepted.count * 90
    }
}

extension PlanReply: ThreadItem {
    var size: Int { 512 + body.jsonSize }
}

extension SearchHit: Sized {
    var size: Int { 2048 + event.size + (reply?.size ?? 0) }
}

extension String {
    fileprivate var jsonSize: Int {
        var text = self
        return text.withUTF8 { bytes in
            // In pieces of 255, without branches, so that a count fits a byte and the compiler can vectorize the loop.
            stride(from: 0, to: bytes.count, by: 255).reduce(into: bytes.count) { size, start in
                var escaped = 0 as UInt8
                for byte in bytes[start..<min(start + 255, bytes.count)] {
                    escaped &+= (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
                    escaped &+= (byte == 0x0A ? 1 : 0) | (byte == 0x09 ? 1 : 0)
                }
                size += Int(escaped)
            }
        }
    }
}
