import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A picture that the server drew. It may hold what people wrote: nothing in it is run or loaded.
    static func picture(_ svg: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "image/svg+xml", .contentSecurityPolicy: "default-src 'none'; sandbox",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: svg)))
    }
}
