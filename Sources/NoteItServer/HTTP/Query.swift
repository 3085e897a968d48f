import Foundation
import Hummingbird
import NoteItCore

/// The query parameters of a request, percent-decoded; `+` is a space. Of a repeated parameter the first counts.
///
/// Unknown names are ignored. An invalid value throws `.invalid` with the name.
struct Query {
    private let values: [String: String]

    init(_ request: Request) throws { try self.init(request.uri.query ?? "") }

    /// - Parameter text: the part after the `?`.
    init(_ text: String) throws {
        var values: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]) else { throw DomainError.invalid("(query)", Self.encoding) }
            guard let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
                throw DomainError.invalid(name, Self.encoding)
            }
            if let control = (name + value).firstRefusedControl {
                throw DomainError.control(control, in: name.firstRefusedControl == nil ? name : "(query)")
            }
            values[name] = values[name] ?? value
        }
        self.values = values
    }

    private static let encoding = "must be percent-encoded UTF-8"

    private static func decoded(_ text: Substring) -> String? {
        text.utf8.contains { $0 == 37 || $0 == 43 } ? text.replacing("+", with: " ").percentDecoded : String(text)
    }

    /// The text of a parameter; nil if it is absent or empty.
    /// - Parameter most: its largest length in characters.
    func text(_ name: String, most: Int = 1_000) throws -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        if let fault = value.fault(length: 1...most, blank: true) { throw DomainError.invalid(name, fault) }
        return value
    }

    func whole(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try parsed(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func flag(_ name: String) throws -> Bool? { try parsed(name, "must be true or false") { Bool($0) } }

    func day(_ name: String) throws -> Day? { try parsed(name, "must be a day such as 2026-11-21") { Day($0) } }

    func time(_ name: String) throws -> Date? {
        try parsed(name, "must be a time such as 2026-11-21T17:00:00Z") { RFC3339.date($0) }
    }

    func term(_ name: String) throws -> AcademicTerm? {
        try parsed(name, "must be \(AcademicTerm.form)") { AcademicTerm($0) }
    }

    func credits(_ name: String) throws -> CreditAmount? {
        try parsed(name, "must be \(CreditAmount.form)") { text in
            text.allSatisfy { $0 == "." || ("0"..."9").contains($0) } ? Double(text).flatMap(CreditAmount.init) : nil
        }
    }

    func identifier<Subject>(_ name: String) throws -> Identifier<Subject>? {
        try parsed(name, "must be a UUID") { Identifier<Subject>($0) }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws -> Choice? where Choice.RawValue == String {
        try parsed(name, "must be one of \(Choice.choices)") { Choice(rawValue: $0) }
    }

    /// `?limit=` and `?after=`.
    func page() throws -> PageRequest {
        PageRequest(limit: try whole("limit", in: PageRequest.limits) ?? PageRequest.standard, after: try text("after"))
    }

    private func parsed<Value>(
        _ name: String, _ rule: @autoclosure () -> String, _ parse: (String) -> Value?
    ) throws -> Value? {
        guard let text = values[name] else { return nil }
        guard let value = parse(text) else { throw DomainError.invalid(name, rule()) }
        return value
    }
}

extension Request {
    func query() throws -> Query { try Query(self) }
}
