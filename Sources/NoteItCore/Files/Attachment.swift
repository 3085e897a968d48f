/// A file that goes with an event or a reply.
public struct Attachment: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Attachment>

    public var id: ID
    /// As it was called where it came from, without a path.
    public var name: String
    /// In bytes.
    public var size: Int
    /// What its content is, as `type/subtype`: see `ContentInspector`.
    public var mediaType: String
    /// Of its content, in hexadecimal.
    public var sha256: String

    public init(id: ID, name: String, size: Int, mediaType: String, sha256: String) {
        self.id = id
        self.name = name
        self.size = size
        self.mediaType = mediaType
        self.sha256 = sha256
    }

    /// How many go with one event or reply.
    public static let most = 10

    /// Nil if so many of them, each once, may go with an event or a reply; else what is wrong.
    static func fault(_ ids: [ID]) -> String? {
        if ids.count > most { return "must be at most \(most)" }
        return Set(ids).count < ids.count ? "must name each file once" : nil
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

/// `POST /v1/attachments?name=&id=`: what is said of a file before its bytes come.
public struct NewAttachment: Sendable, Equatable {
    /// Made by the client, so that sending again changes nothing.
    public var id: Attachment.ID?
    public var name: String
    /// As the request says in its head; nil if it does not.
    public var size: Int?

    public init(id: Attachment.ID? = nil, name: String, size: Int? = nil) {
        self.id = id
        self.name = name
        self.size = size
    }

    public func validated() throws(DomainError) -> Self {
        if let fault = FileName.fault(name) { throw .invalid("name", fault) }
        return self
    }
}

/// How large a file may be, and all files of one person together. In bytes.
public struct AttachmentLimits: Sendable, Equatable {
    public var file: Int
    public var account: Int

    public init(file: Int = 25 << 20, account: Int = 250 << 20) {
        self.file = file
        self.account = account
    }
}

/// An attachment with the place of its content on the server's disk.
public struct StoredFile: Sendable, Equatable {
    public var attachment: Attachment
    public var path: String

    public init(attachment: Attachment, path: String) {
        self.attachment = attachment
        self.path = path
    }
}
