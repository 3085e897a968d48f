import ArgumentParser
import NoteItCore
import NoteItStore
import Registrar

extension CoursesCommand {
    struct Attributes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "attributes", abstract: "List the attributes of courses, and name the spellings that are one.",
            discussion: """
                FILE is CSV with the columns spelling,attribute. A spelling counts as its attribute in courses, in programmes and \
                in searches, over all imports. The file replaces all stored synonyms. Without it, the attributes are listed with \
                the number of their courses, and spellings that may be one.

                Examples:
                  noteitd courses attributes synonyms.csv     rows such as Breadth-Soc,Breadth-Social Sciences
                  noteitd courses attributes
                """)

        @Argument(help: "A CSV file with the columns spelling,attribute; plain or gzip.", completion: .file()) var file: String?
        @Flag(help: "Remove all synonyms.") var none = false
        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            if none && file != nil { throw ValidationError("Give --none without a file.") }
        }

        func run() async throws {
            let given = try file.map { try SynonymFile(path: $0).synonyms() }
            try await database.withStore { store in
                if let synonyms = given ?? (none ? [:] : nil) { try await store.setSynonyms(synonyms) }
                let synonyms = try await store.catalogCorrections().attributes
                for (spelling, attribute) in synonyms.sorted(by: { $0.key < $1.key }) { announce("\(spelling) = \(attribute)") }
                let spellings = AttributeSpellings(try await store.listings())
                for (attribute, count) in spellings.counts { announce("\("\(count)".padded(to: -6))  \(attribute)") }
                if spellings.counts.isEmpty { announce("No course has an attribute.") }
                for line in spellings.lines { announce(line) }
            }
        }
    }
}

/// The attributes of a catalog, and those that may be spellings of one.
struct AttributeSpellings {
    /// The most frequent first.
    let counts: [(attribute: String, count: Int)]

    init(_ catalog: [CatalogListing]) {
        var found: [String: Int] = [:]
        for attribute in catalog.flatMap(\.entry.attributes) { found[attribute, default: 0] += 1 }
        counts = found.map { ($0, $1) }.sorted { ($1.count, $0.attribute) < ($0.count, $1.attribute) }
    }

    /// The groups, one on each line.
    var lines: [String] {
        groups.map { group in
            let names = group.map { "\($0.attribute) (\($0.count))" }.joined(separator: ", ")
            return "May be one attribute: \(names). If so, name it: noteitd courses attributes FILE"
        }
    }

    private var groups: [[(attribute: String, count: Int)]] {
        var groups: [[(attribute: String, count: Int)]] = []
        for each in counts {
            if let index = groups.firstIndex(where: { Self.isSpelling(each.attribute, of: $0[0].attribute) }) {
                groups[index].append(each)
            } else {
                groups.append([each])
            }
        }
        return groups.filter { $0.count > 1 }
    }

    /// Whether one is the other with shorter words, other signs or other capitals, as Breadth-Soc is Breadth-Social Sciences; or its
    /// end, as Soc Sci is.
    static func isSpelling(_ one: String, of other: String) -> Bool {
        let (one, other) = (words(one), words(other))
        let (short, long) = one.count <= other.count ? (one, other) : (other, one)
        guard let last = short.last, !long.isEmpty else { return false }
        func fits(from start: Int) -> Bool {
            zip(short, long[start...]).allSatisfy { ($0.hasPrefix($1) || $1.hasPrefix($0)) && min($0.count, $1.count) >= 3 }
        }
        if short.count == long.count { return fits(from: 0) }
        let isAbbreviated = fits(from: 0) && last != long[short.count - 1]
        return isAbbreviated || fits(from: long.count - short.count)
    }

    private static func words(_ attribute: String) -> [String] {
        attribute.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
