import Foundation

/// Where a file or folder is in a person's own folder: the names on the way to it. The folder itself has none.
///
/// Names are in Unicode's composed form (NFC), in which phones and laptops write the same name with the same bytes. Paths are
/// compared by their bytes, as the database compares them.
public struct FolderPath: Sendable {
    public let names: [String]

    public static let root = FolderPath(known: [])
    /// The most names of a path, and the most bytes of one, which file systems share.
    public static let mostNames = 16
    public static let mostNameBytes = 255

    private init(known names: [String]) { self.names = names }

    /// Throws `.badPath`.
    public init(_ names: [String]) throws(FolderRefusal) {
        let composed = names.map { name in
            // Foundation's form differs from Swift's for a few rare scripts.
            let composed = name.precomposedStringWithCanonicalMapping
            return composed == name ? composed : name
        }
        for name in composed {
            if let fault = Self.fault(name) { throw .badPath(fault) }
        }
        if composed.count > Self.mostNames { throw .badPath("A path has at most \(Self.mostNames) names. Use fewer folders.") }
        self.names = composed
    }

    /// Nil for a name that a file may have, else a sentence.
    private static func fault(_ name: String) -> String? {
        if name.utf8.count > mostNameBytes {
            return "A name has at most \(mostNameBytes) bytes, not \(name.utf8.count). Choose a shorter one."
        }
        if name.isEmpty || name == "." || name == ".." { return "A file cannot be named \"\(name)\"." }
        // Compare scalars: to Swift, a slash with an accent is another character.
        let isBad = name.unicodeScalars.contains { "/\\".unicodeScalars.contains($0) || $0.isControl }
        return isBad ? "A name has no slash, no backslash and no control character." : nil
    }

    /// As the database has it.
    public init(text: String) { self.init(known: text.isEmpty ? [] : text.utf8Split("/")) }

    /// The names with a slash between them; empty for the folder itself.
    public var text: String { names.joined(separator: "/") }

    /// The folder that it is in; nil for the folder itself.
    public var parent: FolderPath? { names.isEmpty ? nil : FolderPath(known: names.dropLast()) }

    /// Whether another path is below this one.
    public func contains(_ other: FolderPath) -> Bool {
        other.names.count > names.count && zip(names, other.names).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Where it is after the folder `old`, which it is in or which it is, became `new`. Throws `.badPath` if that is too deep.
    func moved(from old: FolderPath, to new: FolderPath) throws(FolderRefusal) -> FolderPath {
        try FolderPath(new.names + names.dropFirst(old.names.count))
    }
}

extension FolderPath: Hashable, Comparable {
    public static func == (left: Self, right: Self) -> Bool {
        left.names.elementsEqual(right.names) { $0.utf8.elementsEqual($1.utf8) }
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.names.lexicographicallyPrecedes(right.names) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

extension String {
    /// The parts between the bytes of a separator. Swift's characters may hide one under an accent.
    fileprivate func utf8Split(_ separator: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
    }
}
