/// A change of a person's own folder, as WebDAV has them (RFC 4918, section 9).
public enum FolderChange: Equatable, Sendable {
    /// Stores a file, or replaces its content.
    case put(FileContent, at: FolderPath, if: WriteCondition)
    case makeFolder(FolderPath, properties: [String: String])
    /// With all that is in it.
    case remove(FolderPath, if: WriteCondition)
    /// - Parameters: `whole`: with all that is in it; `overwrite`: whether it may take the place of something.
    case copy(FolderPath, to: FolderPath, whole: Bool, overwrite: Bool, if: WriteCondition)
    case move(FolderPath, to: FolderPath, overwrite: Bool, if: WriteCondition)
    /// Nil removes a property.
    case set([String: String?], of: FolderPath, if: WriteCondition)
}

/// The bytes of a file, and what is known of them.
public struct FileContent: Equatable, Sendable {
    public var bytes: [UInt8]
    public var mediaType, etag: String

    public init(_ bytes: [UInt8], mediaType: String, etag: String) {
        (self.bytes, self.mediaType, self.etag) = (bytes, mediaType, etag)
    }
}

/// Why a change of a folder is refused.
public enum FolderRefusal: Error, Equatable, Sendable {
    /// No file can have this path; why, in a sentence.
    case badPath(String)
    /// Nothing is at the path.
    case absent(FolderPath)
    /// The folder that it would be in does not exist.
    case noParent(FolderPath)
    /// Something is where a folder is to be made.
    case exists
    /// A folder has no content.
    case isFolder
    /// The folder itself, which everyone has, stays as it is.
    case isRoot
    /// Something would be copied or moved onto itself, into itself, or over a folder that contains it.
    case overlaps
    /// It is not as the request demands.
    case stale
    /// Something is where a copy or a move must not overwrite.
    case taken
    /// The person has too much; what, in a sentence.
    case full(String)
}

/// What is done to one item for a change, in this order.
public enum FolderStep: Equatable, Sendable {
    case remove(FolderPath)
    case move(FolderPath, to: FolderPath)
    /// With its properties.
    case copy(FolderPath, to: FolderPath)
    case makeFolder(FolderPath, properties: [String: String])
    case create(FileContent, at: FolderPath)
    case replace(FileContent, at: FolderPath)
    case set([String: String], of: FolderPath)
}

extension PersonalFolder {
    /// The steps of a change. Throws why it is refused. Only a change of properties reads properties.
    public func steps(for change: FolderChange) throws(FolderRefusal) -> [FolderStep] {
        switch change {
        case .put(let content, let path, let condition): try put(content, at: path, condition)
        case .makeFolder(let path, let properties): try makeFolder(path, properties)
        case .remove(let path, let condition): try remove(path, condition)
        case .copy(let path, let target, let whole, let overwrite, let condition):
            try copy(path, to: target, whole: whole, overwrite: overwrite, condition)
        case .move(let path, let target, let overwrite, let condition):
            try move(path, to: target, overwrite: overwrite, condition)
        case .set(let properties, let path, let condition): try set(properties, of: path, condition)
        }
    }

    private func put(_ content: FileContent, at path: FolderPath, _ condition: WriteCondition) throws(FolderRefusal)
        -> [FolderStep]
    {
        let old = self[path]
        if old?.isFolder == true { throw .isFolder }
        try requireParent(of: path)
        guard condition.holds(for: old?.tag) else { throw .stale }
        let new = FolderItem(
            path: path, content: .init(size: content.bytes.count, mediaType: content.mediaType, etag: content.etag))
        try requireRoom(adding: [new], removing: old.map { [$0] } ?? [])
        return [old == nil ? .create(content, at: path) : .replace(content, at: path)]
    }

    private func makeFolder(_ path: FolderPath, _ properties: [String: String]) throws(FolderRefusal) -> [FolderStep] {
        if self[path] != nil { throw .exists }
        try requireParent(of: path)
        try requireRoom(adding: [FolderItem(path: path, properties: properties)])
        return [.makeFolder(path, properties: properties)]
    }

    private func remove(_ path: FolderPath, _ condition: WriteCondition) throws(FolderRefusal) -> [FolderStep] {
        _ = try item(path, condition)
        return tree(at: path).map { .remove($0.path) }
    }

    private func copy(
        _ source: FolderPath, to target: FolderPath, whole: Bool, overwrite: Bool, _ condition: WriteCondition
    ) throws(FolderRefusal) -> [FolderStep] {
        let item = try item(source, condition)
        let (items, removed) = (whole ? tree(at: source) : [item], try cleared(target, for: source, overwrite: overwrite))
        try requireRoom(adding: items, removing: removed)
        var steps = removed.map { FolderStep.remove($0.path) }
        for item in items { steps.append(.copy(item.path, to: try item.path.moved(from: source, to: target))) }
        return steps
    }

    private func move(
        _ source: FolderPath, to target: FolderPath, overwrite: Bool, _ condition: WriteCondition
    ) throws(FolderRefusal) -> [FolderStep] {
        _ = try item(source, condition)
        var steps = try cleared(target, for: source, overwrite: overwrite).map { FolderStep.remove($0.path) }
        for item in tree(at: source) { steps.append(.move(item.path, to: try item.path.moved(from: source, to: target))) }
        return steps
    }

    /// What has to go from `target` before `source` comes there.
    private func cleared(
        _ target: FolderPath, for source: FolderPath, overwrite: Bool
    ) throws(FolderRefusal) -> [FolderItem] {
        if source == target || source.contains(target) || target.contains(source) { throw .overlaps }
        try requireParent(of: target)
        if self[target] != nil, !overwrite { throw .taken }
        return tree(at: target)
    }

    private func set(
        _ properties: [String: String?], of path: FolderPath, _ condition: WriteCondition
    ) throws(FolderRefusal) -> [FolderStep] {
        let old = try item(path, condition)
        var all = old.properties
        for (name, value) in properties { all[name] = value }
        try requireRoom(adding: [FolderItem(path: path, content: old.content, properties: all)], removing: [old])
        return [.set(all, of: path)]
    }

    /// Throws `.isRoot`, `.absent`, and `.stale`.
    private func item(_ path: FolderPath, _ condition: WriteCondition) throws(FolderRefusal) -> FolderItem {
        if path == .root { throw .isRoot }
        guard let item = self[path] else { throw .absent(path) }
        guard condition.holds(for: item.tag) else { throw .stale }
        return item
    }

    private func requireParent(of path: FolderPath) throws(FolderRefusal) {
        guard let parent = path.parent else { throw .isRoot }
        guard self[parent]?.isFolder == true else { throw .noParent(path) }
    }

    /// Only what grows is refused.
    private func requireRoom(adding new: [FolderItem], removing old: [FolderItem] = []) throws(FolderRefusal) {
        let change = FolderSize(new) - FolderSize(old)
        let after = size + change
        if change.items > 0, after.items > Self.mostItems {
            throw .full("You have \(Self.mostItems) files and folders, the most allowed. Remove some first.")
        }
        if change.bytes > 0, after.bytes > Self.mostBytes {
            throw .full("Your files have \(Self.mostBytes >> 20) MiB, the most allowed. Remove some first.")
        }
        if change.properties > 0, after.properties > Self.mostPropertySize {
            throw .full(
                "The properties of your files have \(Self.mostPropertySize) characters, the most allowed. Remove some first.")
        }
    }
}

extension FolderChange {
    /// Where something is after the change.
    public var target: FolderPath {
        switch self {
        case .put(_, let path, _), .makeFolder(let path, _), .remove(let path, _), .set(_, let path, _): path
        case .copy(_, let target, _, _, _), .move(_, let target, _, _): target
        }
    }

    /// What `PersonalFolder.steps` needs to know besides sizes: the items at these paths; nil: all.
    public var paths: [FolderPath]? {
        switch self {
        case .put(_, let path, _), .makeFolder(let path, _): [path] + (path.parent.map { [$0] } ?? [])
        case .set(_, let path, _): [path]
        case .remove, .copy, .move: nil
        }
    }

    /// Whose properties it needs besides.
    public var changedProperties: FolderPath? {
        guard case .set(_, let path, _) = self else { return nil }
        return path
    }
}
