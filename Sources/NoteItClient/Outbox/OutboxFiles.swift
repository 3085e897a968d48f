import Foundation
import NoteItCore

/// A file on this machine that goes with a post.
public struct LocalFile: Sendable, Equatable {
    public let url: URL
    public let size: Int

    public var name: String { url.lastPathComponent }

    /// Throws `.unexpected` if there is no such file, or no server accepts it.
    public init(path: String) throws(ClientError) {
        let url = URL(filePath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw .unexpected("There is no file \(path).")
        }
        guard !isFolder.boolValue else {
            throw .unexpected("\(path) is a folder. Put it into an archive: tar -czf \(url.lastPathComponent).tgz \(path)")
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int
        guard let size, FileManager.default.isReadableFile(atPath: url.path) else {
            throw .unexpected("\(path) cannot be read.")
        }
        guard size > 0 else { throw .unexpected("\(path) is empty.") }
        if let fault = FileName.fault(url.lastPathComponent) { throw .unexpected("The name of \(path) \(fault).") }
        self.url = url
        self.size = size
    }
}

/// Copies of the files that wait with their posts, so that the originals may change meanwhile.
///
/// Each copy keeps its name, in a folder of its own that is named by the attachment's id.
struct OutboxFiles: Sendable {
    let folder: URL

    func keep(_ file: LocalFile, as id: Attachment.ID) throws(ClientError) {
        let folder = self.folder(of: id)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.copyItem(at: file.url, to: folder.appending(path: file.name))
        } catch {
            remove([id])
            throw .unexpected("\(file.url.path) cannot be put into the outbox: \(error.localizedDescription)")
        }
    }

    /// The copy; nil if there is none, as after it was sent.
    func file(of id: Attachment.ID) -> URL? {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder(of: id).path)
        return names?.first.map { folder(of: id).appending(path: $0) }
    }

    func remove(_ ids: [Attachment.ID]) {
        for id in ids { try? FileManager.default.removeItem(at: folder(of: id)) }
    }

    private func folder(of id: Attachment.ID) -> URL { folder.appending(path: id.description) }
}

extension Outbox {
    var files: OutboxFiles { OutboxFiles(folder: folder) }

    /// Copies files into the outbox. Throws `.unexpected`, and `.problem` with 422 for too many; then no copy is left.
    /// - Returns: the ids of the attachments to be, in the order of `files`.
    func keep(_ files: [LocalFile]) throws(ClientError) -> [Attachment.ID] {
        guard files.count <= Attachment.most else {
            throw ClientError(.invalid("attachments", "must be at most \(Attachment.most)"))
        }
        var ids: [Attachment.ID] = []
        for file in files {
            ids.append(.make(at: now()))
            do throws(ClientError) {
                try self.files.keep(file, as: ids[ids.count - 1])
            } catch {
                self.files.remove(ids)
                throw error
            }
        }
        return ids
    }

    /// Uploads the files of `content`, each once.
    func sendFiles(of content: OutboxEntry.Content, by client: APIClient) async throws {
        for id in content.attachments {
            guard let file = files.file(of: id) else { continue }
            _ = try await client.upload(file, named: file.lastPathComponent, id: id)
        }
    }
}
