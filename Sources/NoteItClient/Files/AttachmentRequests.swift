import Foundation
import HTTPTransport
import NoteItCore

/// Files of events and replies, and the archive of my data.
extension APIClient {
    /// The slowest accepted transfer, in bytes per second.
    private static let leastRate = 16_384

    /// Uploads a file in parts; it is never in memory whole. Sending the same `id` again stores nothing twice. Throws
    /// `.unexpected` if the file cannot be read, `.problem` if it is too large or of a type that the server does not accept.
    public func upload(_ file: URL, named name: String, id: Attachment.ID) async throws -> Attachment {
        guard let size = FileStatus(path: file.path)?.size else {
            throw ClientError.unexpected("The file \(file.path) cannot be read.")
        }
        let call = Call(.POST, "v1", "attachments").with(["name": name, "id": id.description])
            .with(\.file, Call.File(url: file, size: size)).with(\.repeatable, true)
        return try await send(call.waiting(.seconds(size / Self.leastRate)))
    }

    /// Deletes an upload of mine that is attached to nothing. Throws `.problem` with 404 or 409 otherwise.
    public func discardUpload(_ id: Attachment.ID) async throws {
        _ = try await send(Call(.DELETE, "v1", "attachments", id.description).with(\.repeatable, true))
    }

    /// Saves an attachment as a new file. Throws `.unexpected` if that cannot be written, or if the server sends more than its
    /// size, `.unreachable` for a part of it.
    public func download(_ attachment: Attachment, to file: URL) async throws {
        let count = try await save(
            Call(.GET, "v1", "attachments", attachment.id.description), to: file, most: attachment.size)
        guard count == attachment.size else {
            try? FileManager.default.removeItem(at: file)
            throw ClientError.unreachable("it sent \(count) of \(attachment.size) bytes (\(server))")
        }
    }

    /// Saves the archive of all my data as a new file.
    /// - Returns: its size in bytes.
    public func export(to file: URL) async throws -> Int { try await save(Call(.GET, "v1", "me", "export"), to: file) }

    /// Saves the body of a response. A download that fails leaves no file.
    /// - Parameter most: the size of the file; nil if it is not known. A byte more ends the download.
    /// - Returns: the number of bytes.
    private func save(_ call: Call, to file: URL, most: Int? = nil) async throws -> Int {
        let body = try await open(call.with(\.accept, "*/*")).makeAsyncIterator()
        guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: file.path)
        else { throw ClientError.unexpected("The file \(file.path) cannot be written.") }
        defer { try? handle.close() }
        do {
            var count = 0
            while let part = try await body.next() {
                count += part.count
                if let most, count > most {
                    throw ClientError.unexpected("The server sent more than the \(most) bytes of the file.")
                }
                try handle.write(contentsOf: part)
            }
            return count
        } catch {
            try? FileManager.default.removeItem(at: file)
            if error is CocoaError {
                throw ClientError.unexpected("The file \(file.path) cannot be written: the disk may be full.")
            }
            throw ClientError.transport(error, from: server)
        }
    }
}

extension Call {
    /// A file as the body of a request.
    struct File: Sendable {
        let url: URL
        let size: Int
    }
}
