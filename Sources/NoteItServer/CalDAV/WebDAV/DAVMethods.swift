import HTTPTypes

/// The methods of WebDAV and CalDAV.
extension HTTPRequest.Method {
    static let propfind = constant("PROPFIND")
    static let proppatch = constant("PROPPATCH")
    static let mkcol = constant("MKCOL")
    static let mkcalendar = constant("MKCALENDAR")
    static let report = constant("REPORT")
    static let copy = constant("COPY")
    static let move = constant("MOVE")

    private static func constant(_ text: String) -> Self {
        guard let method = Self(text) else { preconditionFailure("\(text) is not a method") }
        return method
    }
}
