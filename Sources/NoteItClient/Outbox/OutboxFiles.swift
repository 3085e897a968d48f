import Foundation
import NoteItCore

/// A file on this machine that goes with a post.
public struct LocalFile: Sendable, Equatable {
    /// Where the file is; where a symbolic link was named, the file that it leads to.
    public let url: URL
    public let size: Int
    /// The name of the file as it was given; of a symbolic link, the name of the link.
    public let name: String

    /// Throws `.unexpected` if there is no such file, or no server accepts it.
    public init(path: String) throws(ClientError) {
        let name = URL(filePath: path).lastPathComponent
        guard let status = FileStatus(path: path) else { throw .unexpected("There is no file \(path).") }
        guard !status.isFolder else {
            throw .unexpected("\(path) is a folder. Put it into an archive: tar -czf \(name).tgz \(path)")
        }
        guard let real = realpath(path, nil), access(path, R_OK) == 0 else { throw .unexpected("\(path) cannot be read.") }
        defer { free(real) }
        guard status.size > 0 else { throw .unexpected("\(path) is empty.") }
        if let fault = FileName.fault(name) { throw .unexpected("The name of \(path) \(fault).") }
        url = URL(filePath: String(cString: real))
        size = status.size
        self.name = name
    }
}

/// The facts of a file, after all symbolic links.
struct FileStatus {
    let size: Int
    let isFolder: Bool

    /// Nil if there is no such file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
    }
}

/// Copies of the files that wait in the outbox, so that the originals may change meanwhile. Each keeps its name, in a folder of its
/// own that is named by the attachment's id.
struct OutboxFiles: Sendable {
    let folder: URL

    func storeCopy(of file: LocalFile, as id: Attachment.ID) throws(ClientError) {
        let folder = self.folder(of: id)
        do {
            try folder.makePrivateFolder()
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
    func storeCopies(of files: [LocalFile]) throws(ClientError) -> [Attachment.ID] {
        guard files.count <= Attachment.most else {
            throw ClientError(.invalid("attachments", "must be at most \(Attachment.most) files"))
        }
        var ids: [Attachment.ID] = []
        for file in files {
            ids.append(.make(at: now()))
            do throws(ClientError) {
                try self.files.storeCopy(of: file, as: ids[ids.count - 1])
            } catch {
                self.files.remove(ids)
                throw error
            }
        }
        return ids
    }

    /// The files of an entry as they wait here. The server finds out their types.
    public func attachments(of entry: OutboxEntry) -> [Attachment] {
        entry.content.attachments.compactMap { id in
            guard let file = files.file(of: id), let status = FileStatus(path: file.path) else { return nil }
            return Attachment(
                id: id, name: file.lastPathComponent, size: status.size, mediaType: "application/octet-stream", sha256: "")
        }
    }

    /// Uploads the files of `content`, each once. Throws a problem with 422 for a copy that cannot be read: it never goes.
    func sendFiles(of content: OutboxEntry.Content, by client: APIClient) async throws {
        for id in content.attachments {
            guard let file = files.file(of: id) else { continue }
            guard FileStatus(path: file.path) != nil, access(file.path, R_OK) == 0 else {
                let why = "The copy of \(file.lastPathComponent) in the outbox cannot be read. Post it again with the file."
                throw ClientError.problem(Problem(title: "Unreadable file", status: 422, detail: why))
            }
            _ = try await client.upload(file, named: file.lastPathComponent, id: id)
        }
    }
}
