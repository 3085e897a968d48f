import Foundation

/// Finds the public structs of a file with their stored properties, and the rows of the store. It knows as much of Swift as swift-format
/// leaves possible: a declaration begins its line, and four spaces deeper than the type that it belongs to.
struct DeclarationReader {
    private struct Scope {
        var indent: Int
        var names: [String]
        /// The index of its struct; nil for all other types.
        var declaration: Int?

        var name: String { names.joined(separator: ".") }
    }

    private(set) var importsCore = false
    private(set) var structs: [StructDeclaration] = []
    private(set) var rows: [RowDeclaration] = []
    /// The static members of types, by the names of those.
    private(set) var members: [String: RowDeclaration.Members] = [:]
    /// The types that stand in others, by the names of those.
    private(set) var nested: [String: Set<String>] = [:]
    private var scopes: [Scope] = []
    /// A declaration that has not come to its brace.
    private var head = ""
    /// Whether the lines are those of a row's `sql`.
    private var isInSQL = false

    /// Throws if there is no such file.
    init(_ file: String) throws {
        for line in try String(contentsOf: URL(filePath: file), encoding: .utf8).utf8.split(separator: UInt8(ascii: "\n")) {
            read(Substring(line))
        }
    }

    private mutating func read(_ line: Substring) {
        if line == "import NoteItCore" { importsCore = true }
        let indent = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
        let text = line[line.utf8.index(line.startIndex, offsetBy: indent)...]
        if text.hasPrefix("//") { return }
        if !head.isEmpty || indent == 4 * scopes.count, let begun = head.isEmpty ? Self.type(text) : text {
            head += (head.isEmpty ? "" : " ") + begun
            if text.hasSuffix("{") || text.hasSuffix("}") { open(text.hasSuffix("{")) }
        } else if text.hasPrefix("}"), indent == scopes.last?.indent {
            scopes.removeLast()
        } else if let scope = scopes.last, indent == scope.indent + 4 {
            if let alias = text.prefixMatch(of: /(?:public )?typealias (\w+)/) { add(String(alias.1), in: scope) }
            if text.hasPrefix("static ") || text.hasPrefix("typealias ") { members[scope.name, default: .init()].read(text) }
            isInSQL = text.hasPrefix("static let sql: ") && !text.hasSuffix("]")
            if let index = scope.declaration {
                structs[index].properties += StructDeclaration.Property.all(in: text)
                if text.prefixMatch(of: #/(?:public |private )?(?:var|let) [\w`]+ = /#) != nil {
                    structs[index].untyped.append(text)
                }
            }
        } else if isInSQL, let scope = scopes.last {
            members[scope.name, default: .init()].readSQL(text)
        }
    }

    private mutating func add(_ name: String, in scope: Scope) { nested[scope.name, default: []].insert(name) }

    /// The line, if it begins a type.
    private static func type(_ text: Substring) -> Substring? {
        let keywords = #/(?:public |private |fileprivate |final |indirect )*(?:struct|enum|class|actor|protocol|extension) /#
        return text.prefixMatch(of: keywords).map { _ in text }
    }

    /// - Parameter goesOn: whether its brace is not closed on the same line.
    private mutating func open(_ goesOn: Bool) {
        defer { head = "" }
        guard
            let match = head.prefixMatch(
                of:
                    /(public )?(?:private |fileprivate |final |indirect )*(\w+) ([\w.]+)(?:<[^>]*>)?(?:: ([^{]*?))?(?: where [^{]*)? \{/
            )
        else { return }
        if let outer = scopes.last { add(String(match.3), in: outer) }
        guard goesOn else { return }
        let names = (scopes.last?.names ?? []) + match.3.split(separator: ".").map(String.init)
        var scope = Scope(indent: 4 * scopes.count, names: names)
        let conformances = (match.4 ?? "").split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
        if match.1 != nil, match.2 == "struct" {
            scope.declaration = structs.count
            structs.append(StructDeclaration(name: scope.name, conformances: Set(conformances)))
        }
        if conformances.contains("NounRow") { rows.append(RowDeclaration(name: scope.name)) }
        scopes.append(scope)
    }
}
