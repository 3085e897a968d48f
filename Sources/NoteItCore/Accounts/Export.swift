import Foundation

/// One part of a person's data export: some files of the archive, and where the next part begins.
public struct ExportPart: Sendable, Memberwise {
    public var files: [ExportFile]
    /// The beginning of the next part; nil after the last one.
    public var next: ExportCursor?
}

/// The place in a person's data where a part of an export begins.
public struct ExportCursor: Sendable, Equatable, Memberwise {
    /// The kind of content, counted from 0.
    public var step: Int
    /// The last item already exported; empty before the first.
    public var after: String = ""
    /// The number of parts of this kind already exported.
    public var part: Int = 0
}

/// A file of an export.
public struct ExportFile: Sendable, Memberwise {
    public enum Content: Sendable {
        case bytes([UInt8])
        /// An attachment on the server's disk.
        case stored(path: String, size: Int)
    }

    /// The path in the archive.
    public var name: String
    public var content: Content
    public var modified: Date
}
