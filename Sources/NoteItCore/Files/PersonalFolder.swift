import Foundation

/// A file or folder in a person's own folder.
public struct FolderItem: Equatable, Sendable {
    /// A file's content, without its bytes.
    public struct Content: Equatable, Sendable {
        /// In bytes.
        public var size: Int
        /// As its program named it: `type/subtype`, perhaps with parameters.
        public var mediaType: String
        /// Without quotes. It differs whenever the bytes differ.
        public var etag: String

        public init(size: Int, mediaType: String, etag: String) {
            (self.size, self.mediaType, self.etag) = (size, mediaType, etag)
        }
    }

    public var path: FolderPath
    /// Nil for a folder.
    public var content: Content?
    /// That programs set (PROPPATCH): XML elements by `{namespace}name`. None where they were not asked for.
    public let properties: [String: String]
    /// Of all its properties as JSON, in characters.
    public let propertySize: Int
    /// Nil for the folder itself, which everyone has.
    public var createdAt, modifiedAt: Date?

    /// - Parameter propertySize: nil: of `properties`.
    public init(
        path: FolderPath, content: Content? = nil, properties: [String: String] = [:], propertySize: Int? = nil,
        createdAt: Date? = nil, modifiedAt: Date? = nil
    ) {
        (self.path, self.content, self.properties) = (path, content, properties)
        self.propertySize = propertySize ?? Self.size(of: properties)
        (self.createdAt, self.modifiedAt) = (createdAt, modifiedAt)
    }

    /// As the database measures them. Braces do not count.
    private static func size(of properties: [String: String]) -> Int {
        guard !properties.isEmpty, let json = try? JSONCoding.string(properties) else { return 0 }
        return json.unicodeScalars.count - 2
    }

    public var isFolder: Bool { content == nil }

    /// What conditions compare. Only `*` matches a folder: commas separate tags, so none contains one.
    public var tag: String { content?.etag ?? "," }
}

/// A person's own folder of files (RFC 4918), for programs that keep notes, lists and settings on a WebDAV server. Nobody else
/// sees it.
public struct PersonalFolder: Equatable, Sendable {
    /// All but the folder itself, or those that were asked for.
    private let items: [FolderPath: FolderItem]
    /// Of everything in it.
    let size: FolderSize

    /// - Parameter size: nil: of `items`, which are all.
    public init(_ items: [FolderItem], size: FolderSize? = nil) {
        self.items = Dictionary(items.map { ($0.path, $0) }) { first, _ in first }
        self.size = size ?? FolderSize(items)
    }

    /// The most files and folders of a person, the most bytes of one file and of all files, and the most characters of all
    /// properties.
    public static let mostItems = 1_000
    public static let mostFileBytes = 1 << 20
    public static let mostBytes = 16 << 20
    public static let mostPropertySize = 1 << 20

    /// Nil if nothing is there.
    public subscript(path: FolderPath) -> FolderItem? { path == .root ? FolderItem(path: .root) : items[path] }

    /// How many files and folders there are at a path and below it, and their bytes.
    public func extent(of path: FolderPath) -> (items: Int, bytes: Int) {
        let size = FolderSize(tree(at: path))
        return (size.items, size.bytes)
    }

    /// What a folder contains, by name.
    public func members(of folder: FolderPath) -> [FolderItem] {
        items.values.filter { $0.path.parent == folder }.sorted { $0.path < $1.path }
    }

    /// An item, and all that is in it, each folder before what it contains.
    func tree(at path: FolderPath) -> [FolderItem] {
        items.values.filter { $0.path == path || path.contains($0.path) }.sorted { $0.path < $1.path }
    }
}

/// How much files and folders take.
public struct FolderSize: Equatable, Sendable {
    var items, bytes, properties: Int

    /// - Parameter properties: see `FolderItem.propertySize`.
    public init(items: Int, bytes: Int, properties: Int) {
        (self.items, self.bytes, self.properties) = (items, bytes, properties)
    }

    init(_ items: [FolderItem]) {
        self.items = items.count
        bytes = items.reduce(0) { $0 + ($1.content?.size ?? 0) }
        properties = items.reduce(0) { $0 + $1.propertySize }
    }

    static func + (left: Self, right: Self) -> Self { left.combined(with: right, +) }
    static func - (left: Self, right: Self) -> Self { left.combined(with: right, -) }

    private func combined(with other: Self, _ operation: (Int, Int) -> Int) -> Self {
        FolderSize(
            items: operation(items, other.items), bytes: operation(bytes, other.bytes),
            properties: operation(properties, other.properties))
    }
}
