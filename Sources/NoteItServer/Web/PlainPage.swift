import HTTPTypes
import Hummingbird
import NIOCore

/// A page that needs no sign-in and no other file.
struct PlainPage {
    let title: String
    /// HTML.
    let body: String
    /// Where its form may lead, beside this server: an origin.
    var formTarget: String?
    /// Whether pages of other servers may show it in a frame. It must do nothing that matters then.
    var isFramed = false
    /// The one script that runs, by its hash in base64 (CSP 3, section 2.3.1).
    var scriptHash: String?

    func response(_ status: HTTPResponse.Status = .ok) -> Response {
        let html = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark"><title>\(title) · NoteIt</title></head>
            <body><main><h1>\(title)</h1>
            \(body)
            </main></body></html>

            """
        let forms = formTarget.map { "'self' \($0)" } ?? "'self'"
        let script = scriptHash.map { " script-src 'sha256-\($0)';" } ?? ""
        let policy = """
            default-src 'none';\(script) form-action \(forms); base-uri 'none'; frame-ancestors \(isFramed ? "*" : "'none'")
            """
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .referrerPolicy: "no-referrer",
                .contentSecurityPolicy: policy,
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
