import Foundation
import NoteItCore

/// A JSON file of programmes, plain or gzip: one programme of the HTTP contract, a list of them, or RPI's list of majors, which
/// has `major`, `required` and `pick-multiple`.
public struct ProgrammeFile: Sendable, Memberwise {
    public struct Content: Sendable {
        /// The programmes, in the order of the file.
        public var programmes: [Programme] = []
        /// The number of programmes that are tracks of others.
        public var tracks = 0
        /// The oddities, in the order of the file.
        public var oddities: [Oddity] = []

        public init() {}
    }

    /// Something odd that does not prevent the import.
    public struct Oddity: Equatable, Sendable, CustomStringConvertible {
        public var line: Int
        /// The name of the programme.
        public var programme: String
        /// The place of the oddity, such as the name of a requirement; nil for the programme as a whole.
        public var place: String?
        public var detail: String

        public var description: String {
            "line \(line), \(programme)\(place.map { ", \($0)" } ?? ""): \(detail)"
        }
    }

    /// The most bytes of a file, after decompression.
    public static let largest = 16 << 20

    public let path: String

    /// Reads the whole file. Throws if any programme is invalid, or two have one id.
    public func content() throws(RegistrarError) -> Content {
        let bytes = try bytes()
        do {
            return try content(of: bytes)
        } catch {
            let faults = error.rows.map { "\n  line \($0.line): \($0.why)" }.joined()
            throw .unreadable(file: path, why: "Nothing was imported. Correct the file and import it again.\(faults)")
        }
    }

    private func bytes() throws(RegistrarError) -> [UInt8] {
        let source = try ByteSource(path: path)
        var (bytes, chunk): ([UInt8], [UInt8]) = ([], [])
        try source.read(into: &chunk)
        while !chunk.isEmpty {
            bytes += chunk
            guard bytes.count <= Self.largest else {
                throw .unreadable(file: path, why: "The file is larger than \(Self.largest >> 20) MiB.")
            }
            try source.read(into: &chunk)
        }
        if bytes.isEmpty { throw .unreadable(file: path, why: "The file is empty.") }
        return bytes
    }

    private func content(of bytes: [UInt8]) throws(BadProgrammes) -> Content {
        let tree: LinedJSON
        do { tree = try LinedJSON(bytes) } catch { throw BadProgrammes(rows: [error]) }
        let entries = tree.elements ?? [tree]
        guard let first = entries.first else { throw BadProgrammes(line: 1, "the list is empty") }
        let content =
            if first["major"] != nil {
                try MajorList.content(of: entries)
            } else if first["requirements"] != nil {
                try ContractProgrammes(tree: tree, entries: entries).content(of: bytes)
            } else {
                throw BadProgrammes(
                    line: first.line,
                    "this is not a programme; it must have id, name and requirements, or, as RPI's list, major and required")
            }
        var lines: [Programme.ID: String] = [:]
        for programme in content.programmes {
            if let other = lines.updateValue(programme.name, forKey: programme.id) {
                throw BadProgrammes(
                    line: tree.line,
                    "the id \(programme.id.shown) stands twice, for '\(other)' and '\(programme.name)'; change one")
            }
        }
        return content
    }
}

/// The faults of a file of programmes.
struct BadProgrammes: Error {
    var rows: [BadRow]

    init(rows: [BadRow]) { self.rows = rows }

    init(line: Int, _ why: String) { rows = [BadRow(line: line, why: why)] }
}

/// Programmes as the HTTP contract writes them.
struct ContractProgrammes {
    let tree: LinedJSON
    let entries: [LinedJSON]

    func content(of bytes: [UInt8]) throws(BadProgrammes) -> ProgrammeFile.Content {
        let isList = tree.elements != nil
        var content = ProgrammeFile.Content()
        content.programmes = try decoded(bytes, isList: isList)
        for (programme, entry) in zip(content.programmes, entries) {
            do throws(DomainError) {
                _ = try programme.validated()
            } catch {
                throw faults(error, in: entry, of: programme)
            }
            let requirements = entry["requirements"]?.elements ?? []
            content.oddities += unknownKeys(of: entry, requirements, in: programme.name)
            content.oddities += ProgrammeReview(of: programme).findings.map { finding in
                ProgrammeFile.Oddity(
                    line: finding.requirement.map { requirements[$0].line } ?? entry.line, programme: programme.name,
                    place: finding.requirement.map { programme.requirements[$0].name }, detail: finding.detail)
            }
        }
        content.oddities.sort { $0.line < $1.line }
        return content
    }

    private func decoded(_ bytes: [UInt8], isList: Bool) throws(BadProgrammes) -> [Programme] {
        do {
            let decoder = JSONDecoder()
            return isList
                ? try decoder.decode([Programme].self, from: Data(bytes))
                : [try decoder.decode(Programme.self, from: Data(bytes))]
        } catch let error as DecodingError {
            let (path, why) = Self.fault(error)
            throw BadProgrammes(
                line: tree.line(of: path), [path.joined(separator: "."), why].filter { !$0.isEmpty }.joined(separator: " "))
        } catch {
            throw BadProgrammes(line: 1, "\(error)")
        }
    }

    private static func fault(_ error: DecodingError) -> (path: [String], why: String) {
        func steps(_ path: [any CodingKey]) -> [String] { path.map { $0.intValue.map(String.init) ?? $0.stringValue } }
        switch error {
        case .keyNotFound(let key, let context): return (steps(context.codingPath + [key]), "is required")
        case .valueNotFound(_, let context): return (steps(context.codingPath), "must not be null")
        case .typeMismatch(_, let context): return (steps(context.codingPath), "has the wrong JSON type")
        case .dataCorrupted(let context): return (steps(context.codingPath), context.debugDescription)
        @unknown default: return ([], "\(error)")
        }
    }

    private func faults(_ error: DomainError, in entry: LinedJSON, of programme: Programme) -> BadProgrammes {
        guard case .invalid(let errors) = error else { return BadProgrammes(line: entry.line, "\(error)") }
        return BadProgrammes(
            rows: errors.map { error in
                let line = entry.line(of: error.field.split(separator: ".").map(String.init))
                return BadRow(line: line, why: "\(programme.name.prefix(80)), \(error.field) \(error.detail)")
            })
    }

    private func unknownKeys(of entry: LinedJSON, _ requirements: [LinedJSON], in programme: String) -> [ProgrammeFile.Oddity] {
        let fields = ["id", "name", "catalogYear", "credits", "residencyCredits", "requirements"]
        let inner = ["id", "name", "courses", "credits", "from", "minimumGrade", "mayShareWith"]
        return entry.oddKeys(known: fields, in: programme)
            + requirements.flatMap { $0.oddKeys(known: inner, in: programme, place: $0["name"]?.text ?? $0["id"]?.text) }
    }
}

extension LinedJSON {
    /// An oddity for each key that is not known. It is ignored.
    func oddKeys(known: [String], in programme: String, place: String? = nil) -> [ProgrammeFile.Oddity] {
        (members ?? []).filter { !known.contains($0.key) }.map { key, value in
            value.oddKey(key, known: known, in: programme, place: place)
        }
    }

    /// The oddity of this value, which stands under an unknown key.
    func oddKey(_ key: String, known: [String], in programme: String, place: String? = nil) -> ProgrammeFile.Oddity {
        let near = Suggestion.nearest(to: key, among: known, limit: 1).first.map { "; did you mean '\($0)'?" } ?? ""
        return ProgrammeFile.Oddity(
            line: line, programme: programme, place: place,
            detail: "the key '\(key.prefix(40))' is unknown, and ignored\(near)")
    }
}
