import AsyncHTTPClient
import Foundation
import NIOCore
import NoteItCore

/// Files that go with events and replies, and the archive of what is one's own.
extension APIClient {
    /// The slowest transfer that is waited for, in bytes a second.
    private static let leastRate = 16_384

    /// Sends a file as it stands on this machine; it is never in memory whole. Sending the same `id` again stores nothing twice.
    /// Throws `.unexpected` if the file cannot be read, and as the server says: too large, of a kind that is not taken.
    public func upload(_ file: URL, named name: String, id: Attachment.ID) async throws -> Attachment {
        guard let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int else {
            throw ClientError.unexpected("The file \(file.path) cannot be read.")
        }
        var call = Call(.POST, "v1", "attachments").with(["name": name, "id": id.description])
        call.file = Call.File(url: file, size: size)
        call.repeatable = true
        return try await send(call.waiting(.seconds(size / Self.leastRate)))
    }

    /// Puts an attachment's content into a new file. Throws `.unexpected` if that cannot be written or the content is not whole.
    public func download(_ attachment: Attachment, to file: URL) async throws {
        let count = try await save(Call(.GET, "v1", "attachments", attachment.id.description), to: file)
        guard count == attachment.size else {
            try? FileManager.default.removeItem(at: file)
            throw ClientError.unreachable("it sent \(count) of \(attachment.size) bytes (\(server))")
        }
    }

    /// Puts the archive of all that is mine into a new file.
    /// - Returns: its size in bytes.
    public func export(to file: URL) async throws -> Int { try await save(Call(.GET, "v1", "me", "export"), to: file) }

    /// What breaks off leaves no file.
    /// - Returns: how many bytes came.
    private func save(_ call: Call, to file: URL) async throws -> Int {
        var call = call
        call.accept = "*/*"
        var body = try await open(call).makeAsyncIterator()
        guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: file.path)
        else { throw ClientError.unexpected("The file \(file.path) cannot be written.") }
        defer { try? handle.close() }
        do {
            var count = 0
            while let part = try await body.next() {
                try handle.write(contentsOf: Data(part.readableBytesView))
                count += part.readableBytes
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
    /// A file that is the body of a request.
    struct File: Sendable {
        let url: URL
        let size: Int

        var body: HTTPClientRequest.Body { .stream(FileParts(url: url), length: .known(Int64(size))) }
    }
}

/// A file in parts, as they are asked for.
struct FileParts: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    private static let part = 1 << 17

    let url: URL

    func makeAsyncIterator() -> Iterator { Iterator(handle: FileHandle(forReadingAtPath: url.path)) }

    struct Iterator: AsyncIteratorProtocol {
        let handle: FileHandle?

        /// Throws `.unexpected` if the file is gone.
        func next() async throws -> ByteBuffer? {
            guard let handle else { throw ClientError.unexpected("A file that was to be sent is gone.") }
            guard let bytes = try handle.read(upToCount: FileParts.part), !bytes.isEmpty else { return nil }
            return ByteBuffer(bytes: bytes)
        }
    }
}
