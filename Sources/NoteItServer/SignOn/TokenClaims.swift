import Foundation

/// A value of JSON.
indirect enum ClaimValue: Decodable, Sendable, Equatable {
    case none
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([ClaimValue])
    case object([String: ClaimValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([ClaimValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: ClaimValue].self))
        }
    }
}

/// What a token, or an answer of a provider, says of a person.
struct TokenClaims: Sendable, Equatable, Decodable {
    let all: [String: ClaimValue]

    init(from decoder: any Decoder) throws { all = try [String: ClaimValue](from: decoder) }

    func text(_ name: String) -> String? {
        if case .text(let text)? = all[name] { return text }
        return nil
    }

    /// Seconds since 1970.
    func time(_ name: String) -> Double? {
        if case .number(let number)? = all[name], number.isFinite { return number }
        return nil
    }

    /// A text, or the texts of a list; nil for anything else.
    /// - Parameter path: names with dots between, of objects in each other, such as `realm_access.roles`; or one name with dots.
    func texts(_ path: String) -> [String]? {
        switch all[path] ?? value(path.split(separator: ".").map(String.init)[...], in: all) {
        case .text(let text)?: return [text]
        case .list(let list)?:
            let texts = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
            return texts.count == list.count ? texts : nil
        default: return nil
        }
    }

    private func value(_ path: ArraySlice<String>, in object: [String: ClaimValue]) -> ClaimValue? {
        guard let name = path.first, let value = object[name] else { return nil }
        guard path.count > 1 else { return value }
        guard case .object(let inner) = value else { return nil }
        return self.value(path.dropFirst(), in: inner)
    }

    /// Whether a flag is set. Some providers write it as a text.
    func isTrue(_ name: String) -> Bool { all[name] == .flag(true) || all[name] == .text("true") }
}
