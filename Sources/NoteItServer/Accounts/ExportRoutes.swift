import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// The export of all that a person owns.
struct ExportRoutes {
    let store: any Store
    let now: @Sendable () -> Date

    var routes: Routes { Routes().get("/v1/me/export", limit: .exports, use: export) }

    /// A tar archive, made while it is sent: one part of the database or of a file is in memory at a time.
    func export(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireCaller().account
        let first = try await store.export(of: account, from: nil)
        let day = now().formatted(.iso8601.year().month().day())
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/x-tar", .contentDisposition: ContentDisposition.attachment("noteit-\(day).tar"),
            ],
            body: ResponseBody { [store] writer in
                var part = first
                while true {
                    for file in part.files { try await Self.write(file, to: &writer) }
                    guard let next = part.next else { break }
                    part = try await store.export(of: account, from: next)
                }
                try await writer.write(ByteBuffer(bytes: TarArchive.end))
                try await writer.finish(nil)
            })
    }

    private static func write(_ file: ExportFile, to writer: inout any ResponseBodyWriter) async throws {
        switch file.content {
        case .bytes(let bytes):
            let header = TarArchive.header(file.name, size: bytes.count, modified: file.modified)
            try await writer.write(ByteBuffer(bytes: header + bytes + TarArchive.padding(after: bytes.count)))
        case .stored(let path, let size):
            // A file that was deleted since is left out. An open file stays readable.
            guard let handle = FileHandle(forReadingAtPath: path) else { return }
            defer { try? handle.close() }
            try await writer.write(ByteBuffer(bytes: TarArchive.header(file.name, size: size, modified: file.modified)))
            var rest = size
            while rest > 0, let bytes = try handle.read(upToCount: min(rest, 1 << 17)), !bytes.isEmpty {
                try await writer.write(ByteBuffer(bytes: bytes))
                rest -= bytes.count
            }
            // The header promised `size` bytes: with fewer, the rest of the archive would be misread.
            guard rest == 0 else { throw CocoaError(.fileReadCorruptFile) }
            try await writer.write(ByteBuffer(bytes: TarArchive.padding(after: size)))
        }
    }
}
