/// A struct, and what is written for it.
struct StructDeclaration {
    struct Property {
        var name, type: String
        /// What a caller of the initializer may leave out; nil: nothing.
        var standard: String?
        /// Whether nil is written as `null`.
        var isNullable: Bool
    }

    /// With the types that it stands in: `Event.DueChange`.
    var name: String
    var conformances: Set<String>
    var properties: [Property] = []
    /// The declarations of stored properties that name no type, so that nothing can be written for them.
    var untyped: [Substring] = []

    init(name: String, conformances: Set<String>) { (self.name, self.conformances) = (name, conformances) }

    private var asks: Bool { !conformances.isDisjoint(with: ["Memberwise", "JSONObject"]) }

    /// What keeps its extensions from being whole: a field would be missing in silence. Nil: nothing.
    var fault: String? { asks ? untyped.first.map { "\(name): say the type: \($0)" } : nil }

    /// The extensions that it asks for, by its conformances.
    /// - Parameter nested: the types that stand in others, by the names of those.
    func extensions(nested: [String: Set<String>]) -> [String] {
        (conformances.contains("Memberwise") ? [initializer(nested)] : [])
            + (conformances.contains("JSONObject") ? [fields] : [])
    }

    /// Calls the one that Swift makes for the module alone; the last parameter, which nobody gives, tells the two apart.
    private func initializer(_ nested: [String: Set<String>]) -> String {
        let parameters = properties.map { property in
            "\(property.name): \(property.isFunction ? "@escaping " : "")\(whole(property.type, nested))"
                + (property.standard.map { " = \($0)" } ?? "")
        }
        let arguments = properties.map { "\($0.name): \($0.name)" }
        return """
            extension \(name) {
                public init(\(parameters.joined(separator: ", ")), _: Void = ()) {
                    self.init(\(arguments.joined(separator: ", ")))
                }
            }
            """
    }

    /// A type with the names of those around it: an extension of a nested type does not look there.
    func whole(_ type: String, _ nested: [String: Set<String>]) -> String {
        type.replacing(/[A-Za-z_][\w.]*/) { match in
            let first = String(match.0.prefix { $0 != "." })
            var outer = name.split(separator: ".")[...]
            while !outer.isEmpty {
                let names = outer.joined(separator: ".")
                if nested[names]?.contains(first) == true { return "\(names).\(match.0)" }
                outer.removeLast()
            }
            return String(match.0)
        }
    }

    private var fields: String {
        let sorted = properties.sorted { $0.bare.utf8.lexicographicallyPrecedes($1.bare.utf8) }
        let lines = sorted.map { property in
            let write = "json.field(\"\(property.bare)\", \(property.name))"
            let isLeftOut = property.type.hasSuffix("?") && !property.isNullable
            return "        " + (isLeftOut ? "if let \(property.name) { \(write) }" : write)
        }
        let names = sorted.map { "\"\($0.bare)\"" }
        return """
            extension \(name) {
                /// The names of the fields in JSON, sorted.
                public static var fieldNames: [String] { [\(names.joined(separator: ", "))] }

                func writeFields(to json: inout JSONWriter) {
            \(lines.joined(separator: "\n"))
                }
            }
            """
    }
}

extension StructDeclaration.Property {
    /// Without the backquotes of a keyword.
    var bare: String { name.filter { $0 != "`" } }

    var isFunction: Bool { type.contains(") -> ") && !type.hasSuffix("?") }

    /// The stored properties that a line declares.
    static func all(in line: Substring) -> [Self] {
        guard
            let match = line.wholeMatch(
                of:
                    /(@Nullable )?(?:public |package )?(?:(?:private|internal|package)\(set\) )?(?:var|let) ([\w`, ]+): ([^={]+?)(?: = (.+))?/
            )
        else { return [] }
        return match.2.split(separator: ", ").map { name in
            Self(name: String(name), type: String(match.3), standard: match.4.map(String.init), isNullable: match.1 != nil)
        }
    }
}
