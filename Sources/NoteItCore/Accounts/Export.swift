import Foundation

/// One part of a person's data export: some files of the archive, and where the next part begins.
public struct ExportPart: Sendable {
    public var files: [ExportFile]
    /// Nil after the last part.
    public var next: ExportCursor?

    public init(files: [ExportFile], next: ExportCursor?) { (self.files, self.next) = (files, next) }
}

/// Where a part of an export begins.
public struct ExportCursor: Sendable, Equatable {
    /// The kind of content, counted from 0.
    public var step: Int
    /// The last item already exported; empty before the first.
    public var after: String
    /// The number of parts of this kind already exported.
    public var part: Int

    public init(step: Int, after: String = "", part: Int = 0) { (self.step, self.after, self.part) = (step, after, part) }
}

/// A file of an export.
public struct ExportFile: Sendable {
    public enum Content: Sendable {
        case bytes([UInt8])
        /// An attachment on the server's disk.
        case stored(path: String, size: Int)
    }

    /// The path in the archive.
    public var name: String
    public var content: Content
    public var modified: Date

    public init(name: String, content: Content, modified: Date) {
        self.name = name
        self.content = content
        self.modified = modified
    }
}
