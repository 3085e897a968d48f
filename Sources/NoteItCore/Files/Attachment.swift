/// A file that is attached to an event or a reply.
public struct Attachment: Codable, Equatable, Sendable, Identifiable, Memberwise, JSONObject {
    public typealias ID = Identifier<Attachment>

    public var id: ID
    /// The name of the file on the sender's computer, without its path.
    public var name: String
    /// The size in bytes.
    public var size: Int
    /// The media type of the content, as `type/subtype`; see `ContentInspector`.
    public var mediaType: String
    /// The hash of the content, in hexadecimal.
    public var sha256: String

    /// The most attachments of one event or reply.
    public static let most = 10

    /// The fault of a list of files, in words; nil if it is short enough and names each file once.
    static func fault(_ ids: [ID]) -> String? {
        if ids.count > most { return "must list at most \(most) files" }
        return Set(ids).count < ids.count ? "must list each file once" : nil
    }
}

extension [Attachment] {
    /// Their names in one text, in which searches look.
    public var names: String { map(\.name).joined(separator: ", ") }
}

/// `POST /v1/attachments?name=&id=`: describes a file before its bytes arrive.
public struct NewAttachment: Sendable, Equatable, Memberwise, Validated {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: Attachment.ID? = nil
    public var name: String
    /// The size in the request's header; nil if it has none.
    public var size: Int? = nil

    public func check(_ faults: inout Faults) { faults.check("name", FileName.fault(name)) }
}

/// The largest size of one file, and of all files of one person. In bytes.
public struct AttachmentLimits: Sendable, Equatable {
    public var file, account: Int

    public init(file: Int = 25 << 20, account: Int = 250 << 20) { (self.file, self.account) = (file, account) }
}

/// An attachment, and where its content is on the server's disk.
public struct StoredFile: Sendable, Equatable, Memberwise {
    public var attachment: Attachment
    public var path: String
}
