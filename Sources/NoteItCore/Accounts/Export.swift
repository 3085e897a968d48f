import Foundation

/// A part of what a person takes along: some files of the archive, and where the next part begins.
public struct ExportPart: Sendable {
    public var files: [ExportFile]
    /// Nil at the end.
    public var next: ExportPlace?

    public init(files: [ExportFile], next: ExportPlace?) {
        self.files = files
        self.next = next
    }
}

/// Where a part of an export begins.
public struct ExportPlace: Sendable, Equatable {
    /// Which kind of things, counted from 0.
    public var step: Int
    /// The last one that is out; empty before the first.
    public var after: String
    /// How many parts of this kind are out.
    public var part: Int

    public init(step: Int, after: String = "", part: Int = 0) {
        self.step = step
        self.after = after
        self.part = part
    }
}

/// A file of an export.
public struct ExportFile: Sendable {
    public enum Content: Sendable {
        case bytes([UInt8])
        /// An attachment's, on the server's disk.
        case stored(path: String, size: Int)
    }

    /// With its folders in the archive.
    public var name: String
    public var content: Content
    public var modified: Date

    public init(name: String, content: Content, modified: Date) {
        self.name = name
        self.content = content
        self.modified = modified
    }
}
