/// A file that goes with an event or a reply.
public struct Attachment: Codable, Equatable, Sendable, Identifiable {
    public typealias ID = Identifier<Attachment>

    public var id: ID
    /// As it was called where it came from, without a path.
    public var name: String
    /// In bytes.
    public var size: Int
    /// What its content is, as `type/subtype`.
    public var mediaType: String

    public init(id: ID, name: String, size: Int, mediaType: String) {
        self.id = id
        self.name = name
        self.size = size
        self.mediaType = mediaType
    }
}

extension Attachment: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("mediaType", mediaType)
        json.field("name", name)
        json.field("size", size)
    }
}
