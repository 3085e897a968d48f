/// Length limits of texts, in Unicode code points as JSON Schema counts them.
public enum TextLimit {
    public static let title = 1...200
    public static let body = 0...20_000
    public static let notes = 0...5_000
    public static let replyBody = 1...20_000
    public static let displayName = 1...100
    public static let device = 1...100
    public static let code = 1...100
    public static let email = 3...254
    public static let password = 10...1_000
    public static let tag = 1...50
    public static let tags = 20
    /// The length of an event's `latestText`.
    public static let latestText = 40
}

extension String {
    /// Nil if this text is valid, else what it should be.
    /// - Parameters:
    ///   - length: the allowed number of code points.
    ///   - blank: whether white space alone is allowed.
    public func fault(length: ClosedRange<Int>, blank: Bool = false) -> String? {
        let count = unicodeScalars.count
        if !length.contains(count) {
            return length.lowerBound == 0
                ? "must be at most \(length.upperBound) characters, not \(count)"
                : "must be \(length.lowerBound) to \(length.upperBound) characters, not \(count)"
        }
        if let control = firstRefusedControl {
            return "must not contain the control character \(control.codePoint)"
        }
        if !blank, length.lowerBound > 0, unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            return "must not be blank"
        }
        return nil
    }

    /// The first control character other than newline and tab.
    public var firstRefusedControl: Unicode.Scalar? { unicodeScalars.first(where: \.isRefusedControl) }

    /// The first `count` code points.
    public func prefix(codePoints count: Int) -> String {
        utf8.count <= count ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }
}

extension StringProtocol {
    /// This text without `end`, if it ends so.
    public func trimmingSuffix(_ end: String) -> String { hasSuffix(end) ? String(dropLast(end.count)) : String(self) }

    /// This text without white space at both ends.
    public var trimmed: String {
        let visible = 0x21...0x7E as ClosedRange<UInt8>
        let text = String(self)
        guard let first = text.utf8.first, let last = text.utf8.last, !visible.contains(first) || !visible.contains(last) else {
            return text
        }
        let front = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard let end = front.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(front[...end])
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character other than newline and tab.
    fileprivate var isRefusedControl: Bool { isControl && self != "\n" && self != "\t" }
}

/// What people send. All its invalid fields are told at once.
public protocol Validated {
    /// Adds a fault for each invalid field.
    func check(_ faults: inout Faults) throws(DomainError)
}

extension Validated {
    /// Throws `.invalid` with each invalid field.
    public func validated() throws(DomainError) -> Self {
        var faults = Faults()
        try check(&faults)
        try faults.raise()
        return self
    }
}

/// Collects the faults of a request's fields, so that one answer names them all, up to a limit.
public struct Faults {
    private static let most = 50

    private var errors: [FieldError] = []

    var isAny: Bool { !errors.isEmpty }

    mutating func check(_ field: String, _ fault: @autoclosure () -> String?) {
        guard errors.count < Self.most, let fault = fault() else { return }
        errors.append(FieldError(field: field, detail: fault))
    }

    /// Checks a list's length. Throws at once if it is too long, so that no later check loops over it.
    mutating func check(_ field: String, _ list: [some Any]?, atMost most: Int) throws(DomainError) {
        guard let list, list.count > most else { return }
        check(field, "must list at most \(most) items, not \(list.count)")
        try raise()
    }

    /// Adds the faults that a part of the request has.
    mutating func check(_ part: () throws(DomainError) -> Void) throws(DomainError) {
        do {
            try part()
        } catch .invalid(let faults) {
            errors += faults.prefix(Self.most - errors.count)
        } catch {
            throw error
        }
    }

    func raise() throws(DomainError) {
        if !errors.isEmpty { throw .invalid(errors) }
    }
}
