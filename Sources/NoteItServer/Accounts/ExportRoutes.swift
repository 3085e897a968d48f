import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NoteItCore

/// What a person takes along.
struct ExportRoutes {
    let store: any Store
    let now: @Sendable () -> Date

    var routes: RouteCollection<AppContext> { RouteCollection(context: AppContext.self).get(use: export) }

    /// A tar archive, made as it is read: a part of the database, or of a file, is in memory at a time.
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
            let head = TarArchive.header(file.name, size: bytes.count, modified: file.modified)
            try await writer.write(ByteBuffer(bytes: head + bytes + TarArchive.padding(behind: bytes.count)))
        case .stored(let path, let size):
            // Deleted meanwhile, it is left out; what is open stays readable.
            guard let handle = FileHandle(forReadingAtPath: path) else { return }
            defer { try? handle.close() }
            try await writer.write(ByteBuffer(bytes: TarArchive.header(file.name, size: size, modified: file.modified)))
            var rest = size
            while rest > 0, let bytes = try handle.read(upToCount: min(rest, 1 << 17)), !bytes.isEmpty {
                try await writer.write(ByteBuffer(bytes: bytes))
                rest -= bytes.count
            }
            // An archive with a short file would lie about what follows: better none.
            guard rest == 0 else { throw CocoaError(.fileReadCorruptFile) }
            try await writer.write(ByteBuffer(bytes: TarArchive.padding(behind: size)))
        }
    }
}
