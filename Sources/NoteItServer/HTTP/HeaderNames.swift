import HTTPTypes

extension HTTPFields {
    /// The headers of server-sent events.
    static let eventStream: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
    ]
}

/// The header names that HTTPTypes does not have.
extension HTTPField.Name {
    /// Tells a proxy not to buffer a stream.
    static let accelBuffering = constant("X-Accel-Buffering")
    /// The cursor from which a browser resumes an event stream.
    static let lastEventID = constant("Last-Event-ID")
    /// Written by a reverse proxy; believed only if the configuration says so.
    static let forwardedFor = constant("X-Forwarded-For")
    /// `https` or `http`: how the client reached the reverse proxy. Believed only if the configuration says so.
    static let forwardedProto = constant("X-Forwarded-Proto")

    /// How browsers treat the page.
    static let referrerPolicy = constant("Referrer-Policy")
    static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")
    /// What the browser asks for: `document`, `iframe` and so on (Fetch Metadata Request Headers).
    static let secFetchDest = constant("Sec-Fetch-Dest")
    /// The addresses that a service worker may answer.
    static let serviceWorkerAllowed = constant("Service-Worker-Allowed")

    /// The headers of WebDAV (RFC 4918, section 10), and of preferences (RFC 7240).
    static let dav = constant("DAV")
    static let depth = constant("Depth")
    static let destination = constant("Destination")
    static let overwrite = constant("Overwrite")
    static let prefer = constant("Prefer")
    static let preferenceApplied = constant("Preference-Applied")
    /// A header of Apple's programs: `t` asks for a shorter answer.
    static let brief = constant("Brief")

    private static func constant(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("\(text) is not a header name") }
        return name
    }
}
