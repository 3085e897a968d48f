/// A file that is attached to an event or a reply.
public struct Attachment: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Attachment>

    public var id: ID
    /// The name of the file on the sender's computer, without its path.
    public var name: String
    /// In bytes.
    public var size: Int
    /// The media type of the content, as `type/subtype`; see `ContentInspector`.
    public var mediaType: String
    /// The hash of the content, in hexadecimal.
    public var sha256: String

    public init(id: ID, name: String, size: Int, mediaType: String, sha256: String) {
        self.id = id
        self.name = name
        self.size = size
        self.mediaType = mediaType
        self.sha256 = sha256
    }

    /// The most attachments of one event or reply.
    public static let most = 10

    /// Nil if the list is short enough and names each file once, else what it should be.
    static func fault(_ ids: [ID]) -> String? {
        if ids.count > most { return "must list at most \(most) files" }
        return Set(ids).count < ids.count ? "must list each file once" : nil
    }
}

extension Attachment: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("mediaType", mediaType)
        json.field("name", name)
        json.field("sha256", sha256)
        json.field("size", size)
    }
}

/// `POST /v1/attachments?name=&id=`: describes a file before its bytes arrive.
public struct NewAttachment: Sendable, Equatable {
    /// The client chooses it, so a retry creates nothing twice.
    public var id: Attachment.ID?
    public var name: String
    /// From the request's header; nil if it has none.
    public var size: Int?

    public init(id: Attachment.ID? = nil, name: String, size: Int? = nil) { (self.id, self.name, self.size) = (id, name, size) }

    public func validated() throws(DomainError) -> Self {
        if let fault = FileName.fault(name) { throw .invalid("name", fault) }
        return self
    }
}

/// The largest size of one file, and of all files of one person. In bytes.
public struct AttachmentLimits: Sendable, Equatable {
    public var file, account: Int

    public init(file: Int = 25 << 20, account: Int = 250 << 20) { (self.file, self.account) = (file, account) }
}

/// An attachment, and where its content is on the server's disk.
public struct StoredFile: Sendable, Equatable {
    public var attachment: Attachment
    public var path: String

    public init(attachment: Attachment, path: String) { (self.attachment, self.path) = (attachment, path) }
}
