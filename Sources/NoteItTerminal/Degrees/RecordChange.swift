import NoteItCore

/// The change that new items make to a record. An item replaces the item of the same course and term.
public struct RecordChange: Sendable, Equatable {
    /// The items of the record after the change.
    public let items: [RecordItem]
    public let added: [RecordItem]
    public let changed: [(old: RecordItem, new: RecordItem)]
    public let dropped: [RecordItem]
    public let unchanged: Int

    /// - Parameter replacing: whether items that `new` does not name are dropped.
    public init(of old: [RecordItem], by new: [RecordItem], replacing: Bool) {
        let isSame = { (one: RecordItem, other: RecordItem) in one.course == other.course && one.term == other.term }
        dropped = replacing ? old.filter { item in !new.contains { isSame($0, item) } } : []
        let pairs = new.map { item in (old: old.first { isSame($0, item) }, new: item) }
        added = pairs.filter { $0.old == nil }.map(\.new)
        changed = pairs.compactMap { pair in pair.old.flatMap { $0 == pair.new ? nil : ($0, pair.new) } }
        unchanged = new.count - added.count - changed.count
        let kept = replacing ? old.filter { item in new.contains { isSame($0, item) } } : old
        items = kept.map { item in new.last { isSame($0, item) } ?? item } + added
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.items == right.items && left.added == right.added && left.dropped == right.dropped
            && left.changed.map(\.old) == right.changed.map(\.old) && left.changed.map(\.new) == right.changed.map(\.new)
    }

    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && dropped.isEmpty }

    public func lines(width: Int?, unicode: Bool) -> [Styled] {
        let arrow = unicode ? " → " : " -> "
        return added.flatMap { Styled($0.words).wrapped(after: Styled("+ ", .good), width: width) }
            + changed.flatMap { old, new in
                let place = new.course.description + (new.term.map { " in \($0.name)" } ?? "")
                return Styled(place + ": " + old.facts + arrow + new.facts).wrapped(after: Styled("~ ", .warning), width: width)
            } + dropped.flatMap { Styled($0.words).wrapped(after: Styled("- ", .bad), width: width) }
    }

    /// `3 added, 1 changed, 12 as they were`
    public var summary: String {
        let parts = [
            (added.count, "added"), (changed.count, "changed"), (dropped.count, "dropped"), (unchanged, "as before"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    /// For tab-separated output: the sign, then the item.
    public var rows: [[String]] {
        added.map { ["+"] + $0.fields } + changed.map { ["~"] + $0.new.fields } + dropped.map { ["-"] + $0.fields }
    }
}

extension RecordItem {
    fileprivate var facts: String {
        let parts = [
            credits.map(NoteItTerminal.counted), grade?.description, kind == .taken ? nil : kind.rawValue,
            inProgress ? "in progress" : nil, reason,
        ].compactMap(\.self)
        return parts.isEmpty ? "no grade" : parts.joined(separator: ", ")
    }
}
