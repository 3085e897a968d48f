import NoteItCore

/// The credits of courses, as far as the catalog knows them.
public struct CreditBook: Sendable {
    private let entries: [CourseCode: CatalogEntry]

    public init(_ entries: [CatalogEntry]) {
        self.entries = entries.keyed(by: \.code)
    }

    public func title(of code: CourseCode) -> String { entries[code]?.title ?? "" }

    /// Nil if it is not known: then it counts as `CreditAmount.unknown`.
    func known(_ code: CourseCode) -> CreditAmount? { entries[code]?.facts.credits }

    func credits(of code: CourseCode) -> CreditAmount { known(code) ?? .unknown }

    func credits(of item: RecordItem) -> CreditAmount {
        item.kind == .waiver ? .zero : item.credits ?? credits(of: item.course)
    }

    /// `3`, or `3?` if it is not known.
    func cell(_ code: CourseCode) -> Styled {
        known(code).map { Styled($0.description) } ?? Styled("\(CreditAmount.unknown)?", .faint)
    }

    func cell(_ item: RecordItem) -> Styled {
        item.kind == .waiver || item.credits != nil ? Styled(credits(of: item).description) : cell(item.course)
    }
}

/// `1 credit`, `3 credits`, `1.5 credits`.
public func counted(_ credits: CreditAmount) -> String { "\(credits) credit" + (credits == CreditAmount(1) ? "" : "s") }
