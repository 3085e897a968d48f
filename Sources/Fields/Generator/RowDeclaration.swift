/// The rows of a noun in the store, and what is written for them.
struct RowDeclaration {
    /// What it says itself.
    struct Members {
        /// The functions and constants, by name: whether it is a function of the row.
        var isFunction: [String: Bool] = [:]
        /// The columns that `sql` names.
        var columns: [String] = []
        /// The `Noun` of the row.
        var noun: String?

        mutating func read(_ text: Substring) {
            if let alias = text.wholeMatch(of: /typealias Noun = ([\w.]+)/) { noun = String(alias.1) }
            if let function = text.prefixMatch(of: /static func (\w+)\(_ row: Row\)/) { isFunction[String(function.1)] = true }
            if let constant = text.prefixMatch(of: #/static (?:let|var) (\w+): /#) { isFunction[String(constant.1)] = false }
            if text.hasPrefix("static let sql: ") { readSQL(text) }
        }

        /// With those of an extension of the same type.
        func joined(with others: Self) -> Self {
            var joined = self
            joined.isFunction.merge(others.isFunction) { $0 || $1 }
            joined.columns += others.columns
            joined.noun = noun ?? others.noun
            return joined
        }

        mutating func readSQL(_ text: Substring) {
            columns += text.matches(of: #/(?:^|\[|, )\.(\w+): /#).map { String($0.1) }
        }
    }

    var name: String

    /// - Parameter nouns: the structs that a row may be of, by name.
    /// - Returns: the extension; nil if its noun is unknown.
    func text(_ members: Members, nouns: [String: StructDeclaration], nested: [String: Set<String>]) -> String? {
        guard let noun = members.noun.flatMap({ nouns[$0] }) else { return nil }
        let all = noun.properties.map { Field($0, of: noun, members, nested) }
        let extra = members.columns.filter { name in !all.contains { $0.bare == name } }
        let columns = all.filter(\.hasColumn)
        let cases = columns.map(\.name) + extra
        let names = columns.map { "\"\($0.column)\"" } + extra.map { _ in "\"\"" }
        return """
            extension \(name) {
                /// A column for each field that is one, then what other fields are made of.
                enum Column: Int, SelectedColumn {
                    case \(cases.joined(separator: ", "))

                    private static let names = [\(names.joined(separator: ", "))]
                    static let list: String = Self.list(with: [:])

                    var sql: String { \(name).sql[self] ?? "\\(\(name).alias).\\(Self.names[rawValue])" }
                }

                static let ownColumns = Column.allCases.map(ownColumn)

                /// The noun of a row of `columns`.
                static func decode(_ row: Row) throws -> Noun {
            \(all.map { "        " + $0.decoding }.joined(separator: "\n"))
                    return Noun(\(all.map { "\($0.bare): \($0.name)" }.joined(separator: ", ")))
                }

                /// What the columns of a noun hold, but for those that say more than their field.
                static func values(of noun: Noun) throws -> [(column: Column, value: SQLParameter)] {
                    var values: [(column: Column, value: SQLParameter)] = []
                    values.reserveCapacity(\(columns.count))
            \(columns.filter { !$0.isFunction }.map { "        values.append((.\($0.name), try sqlParameter(noun.\($0.name))))" }.joined(separator: "\n"))
                    return values
                }
            }
            """
    }

    /// A field of the noun, as its row has it.
    private struct Field {
        /// With the backquotes of a keyword, and without.
        var name, bare: String
        var type: String
        var isFunction, isConstant, hasColumn: Bool

        init(
            _ property: StructDeclaration.Property, of noun: StructDeclaration, _ members: Members,
            _ nested: [String: Set<String>]
        ) {
            (name, bare) = (property.name, property.bare)
            // The noun's own name may be that of a type of a library, too.
            type = noun.whole(property.type, nested).replacing(/(^|[^\w.])([A-Za-z_][\w.]*)/) { match in
                let isOwn = match.2 == noun.name || match.2.hasPrefix(noun.name + ".")
                return match.1 + (isOwn ? "Noun" + match.2.dropFirst(noun.name.count) : match.2)
            }
            isFunction = members.isFunction[bare] == true
            isConstant = members.isFunction[bare] == false
            hasColumn = !isConstant && (!isFunction || members.columns.contains(bare))
        }

        /// Its name in snake case; `_id` follows that of another noun.
        var column: String {
            let snake = bare.replacing(/[A-Z]/) { "_" + $0.0.lowercased() }
            let isID = bare != "id" && type.contains(/^(?:[\w.]+\.)?ID\??$/)
            return snake + (isID ? "_id" : "")
        }

        var decoding: String {
            if isConstant { return "let \(name): \(type) = Self.\(name)" }
            let reader = type == "[String]" ? "texts" : "value"
            return "let \(name): \(type) = try \(isFunction ? "Self.\(name)(row)" : "row.\(reader)(Column.\(name))")"
        }
    }
}
