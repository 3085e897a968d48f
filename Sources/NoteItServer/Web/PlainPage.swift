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

    /// The one style, and its hash as of a script: lines of words, and buttons that a thumb hits.
    private static let style = """
        body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem;overflow-wrap:anywhere}\
        h1{font-size:1.5rem;line-height:1.25}\
        button,input:not([type=radio]){font:inherit;min-height:2.75rem;max-width:100%;padding:0 1rem;box-sizing:border-box}
        """
    private static let styleHash = "8T0dUW9C22fXtKU7Rtym+39p2BhLYLauigbGihxw1nM="

    func response(_ status: HTTPResponse.Status = .ok) -> Response {
        let html = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark"><title>\(title) · NoteIt</title><style>\(Self.style)</style></head>
            <body><main><h1>\(title)</h1>
            \(body)
            </main></body></html>

            """
        let forms = formTarget.map { "'self' \($0)" } ?? "'self'"
        let script = scriptHash.map { " script-src 'sha256-\($0)';" } ?? ""
        let policy = """
            default-src 'none';\(script) style-src 'sha256-\(Self.styleHash)'; form-action \(forms); base-uri 'none'; \
            frame-ancestors \(isFramed ? "*" : "'none'")
            """
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .referrerPolicy: "no-referrer",
                .contentSecurityPolicy: policy,
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
