import Foundation
import NoteItCore

/// A file for each entry of the outbox, beside the database: what waits is nowhere else, and a damaged database may not give it
/// back.
struct OutboxSpares: Sendable {
    /// An entry as the database keeps it.
    struct Spare: Codable {
        var id: OutboxEntry.ID
        var server: String
        var account: String
        var kind: String
        var target: String
        var json: String
        var queuedAt: Date
        var reference: String?
    }

    private static let suffix = ".json"

    let folder: URL

    init(_ profile: Profile) { folder = profile.outboxFolder }

    /// Throws `.unexpected` if it cannot be written.
    /// - Returns: whether there was none with its id.
    func store(_ spare: Spare) throws(ClientError) -> Bool {
        let isNew = !FileManager.default.fileExists(atPath: file(of: spare.id).path)
        do {
            try folder.makePrivateFolder()
            try JSONCoding.encoder().encode(spare).write(to: file(of: spare.id), options: .atomic)
        } catch {
            throw .unexpected("The folder \(folder.path) cannot be written: \(error.localizedDescription)")
        }
        return isNew
    }

    func remove(_ id: OutboxEntry.ID) { unlink(file(of: id).path) }

    /// The spares that can be read.
    func all() -> [Spare] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(Self.suffix) }.compactMap { name in
            guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return nil }
            return try? JSONCoding.decoder().decode(Spare.self, from: data)
        }
    }

    private func file(of id: OutboxEntry.ID) -> URL { folder.appending(path: id + Self.suffix) }
}
