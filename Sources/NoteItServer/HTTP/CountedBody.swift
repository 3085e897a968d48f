import Hummingbird
import NIOCore

extension ResponseBody {
    /// A body that is in memory whole, counted against the reader's share until it is sent. `AnswerMiddleware` counts JSON and
    /// the XML of WebDAV itself.
    static func counted(_ bytes: [UInt8], _ context: AppContext) -> ResponseBody {
        let (buffer, charge) = (ByteBuffer(bytes: bytes), context.share?.charge())
        charge?.growUnbounded(by: bytes.count)
        return ResponseBody(contentLength: bytes.count) { writer in
            defer { withExtendedLifetime(charge) {} }
            try await writer.write(buffer)
            try await writer.finish(nil)
        }
    }
}
