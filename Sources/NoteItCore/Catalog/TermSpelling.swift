import Foundation

/// The spellings of a term that people use, in one place.
extension Term {
    /// Whether `text` means this term: its id, its name, or another spelling of its season and year, such as `F26`. Case,
    /// spaces and `-`, `_`, `.`, `,` do not matter.
    public func isNamed(_ text: String) -> Bool {
        let spellings = [id.text, name]
        if spellings.contains(where: { $0.spelled == text.spelled }) { return true }
        guard let wanted = AcademicTermPhrase.term(text) else { return false }
        return spellings.contains { AcademicTermPhrase.term($0) == wanted }
    }

    /// `Fall 2026 (202630)`
    public var nameAndID: String { name == id.text ? name : "\(name) (\(id))" }
}

extension [Term] {
    /// The terms that `text` means: the one with this id, else all that are called so.
    public func named(_ text: String) -> [Term] {
        if let exact = first(where: { $0.id.text == text }) { return [exact] }
        return filter { $0.isNamed(text) }
    }

    /// The term that people plan: the one that begins next once half of the current one is over, else the current one.
    public func planned(at now: Date) -> Term? {
        guard let current = first(where: \.current) else { return nil }
        guard let begins = current.startsOn, let ends = current.endsOn else { return current }
        let (start, end) = (begins.start(in: current.zone), ends.start(in: current.zone))
        guard now.timeIntervalSince(start) > end.timeIntervalSince(now) else { return current }
        let today = Day(now, in: current.zone)
        let next = filter { $0.startsOn.map { $0 > begins && $0 > today } ?? false }
        return next.min { ($0.startsOn ?? begins, $0.id) < ($1.startsOn ?? begins, $1.id) } ?? current
    }
}

extension String {
    fileprivate var spelled: String { lowercased().filter { !$0.isWhitespace && !"-_.,".contains($0) } }
}
