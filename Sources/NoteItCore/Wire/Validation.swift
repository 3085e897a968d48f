/// The limits of the texts that people write, in Unicode code points as JSON Schema counts them.
public enum TextLimit {
    public static let title = 1...200
    public static let body = 0...20_000
    public static let replyBody = 1...20_000
    public static let displayName = 1...100
    public static let device = 1...100
    public static let email = 3...254
    public static let password = 10...1_000
    public static let tag = 1...50
    public static let tags = 20
    /// How much of the newest reply, else of the title, an event carries as `latestText`.
    public static let latestText = 40
}

extension String {
    /// Nil if this text can be kept, else what it should be.
    /// - Parameters:
    ///   - length: the allowed number of code points.
    ///   - blank: whether white space alone will do.
    public func fault(length: ClosedRange<Int>, blank: Bool = false) -> String? {
        let count = unicodeScalars.count
        if !length.contains(count) {
            return length.lowerBound == 0
                ? "must be at most \(length.upperBound) characters, is \(count)"
                : "must be \(length.lowerBound) to \(length.upperBound) characters, is \(count)"
        }
        if let control = firstRefusedControl {
            return "must not hold the control character \(control.codePoint)"
        }
        if !blank, length.lowerBound > 0, unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            return "must not be blank"
        }
        return nil
    }

    /// The first control character but newline and tab.
    public var firstRefusedControl: Unicode.Scalar? { unicodeScalars.first(where: \.isRefusedControl) }

    /// The first `count` code points.
    public func prefix(codePoints count: Int) -> String {
        utf8.count <= count ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }
}

extension Unicode.Scalar {
    /// Control characters but newline and tab.
    fileprivate var isRefusedControl: Bool {
        properties.generalCategory == .control && self != "\n" && self != "\t"
    }
}

/// Collects the faults of a request's fields, so that one answer names them all, up to as many as a person reads.
struct Faults {
    private static let most = 50

    private var errors: [FieldError] = []

    var isAny: Bool { !errors.isEmpty }

    mutating func check(_ field: String, _ fault: @autoclosure () -> String?) {
        guard errors.count < Self.most, let fault = fault() else { return }
        errors.append(FieldError(field: field, detail: fault))
    }

    /// What is wrong with a list's length; then its items need not be looked at.
    mutating func check(_ field: String, _ list: [some Any]?, atMost most: Int) throws(DomainError) {
        guard let list, list.count > most else { return }
        check(field, "must be at most \(most), are \(list.count)")
        try raise()
    }

    func raise() throws(DomainError) {
        if !errors.isEmpty { throw .invalid(errors) }
    }
}
