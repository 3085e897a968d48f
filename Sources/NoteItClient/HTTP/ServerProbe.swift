import Foundation

/// Facts that a server tells without a sign-in.
public struct ServerProbe: Sendable, Equatable {
    /// `info.title` of its `openapi.yaml`, such as `NoteIt`; nil if it serves none.
    public var title: String?
    /// The version of the server program; nil if the server does not tell.
    public var version: String?
    /// How far its clock is ahead of this one, in seconds, by its `Date` header (whole seconds); nil without that header.
    public var clockAhead: Double?
    /// From the request to the response.
    public var roundTrip: Duration
}

extension APIClient {
    /// Asks whether the server can serve (`/readyz`), and for its clock and version. Throws `.unreachable`, `.problem`.
    public func probe() async throws -> ServerProbe {
        let began = ContinuousClock.now
        let ready = try await within(timeout) { try await exchange(Call(.GET, "readyz", signedIn: false), token: nil) }
            .accepted()
        let roundTrip = ContinuousClock.now - began
        let date = ready.fields["date"].flatMap(Self.httpDate)
        let response = try? await send(Call(.GET, "openapi.yaml", signedIn: false))
        let document = response.map { String(decoding: $0.body, as: UTF8.self) }
        return ServerProbe(
            title: document.flatMap { Self.value(/\n +title: *["']?([^"'\n]+)/, in: $0) },
            version: (try? ready.decode(Readiness.self))?.version,
            clockAhead: date.map { $0.timeIntervalSinceNow }, roundTrip: roundTrip)
    }

    /// Whether the server itself, not a page in its place, says that it can serve.
    func isReady() async -> Bool {
        let call = Call(.GET, "readyz", signedIn: false)
        let response = try? await within(timeout) { try await exchange(call, token: nil) }
        return (try? response?.accepted().decode(Readiness.self))?.status == "ok"
    }

    private struct Readiness: Decodable {
        var status: String
        var version: String?
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    private static func httpDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }

    /// The value of a key of `info`, the first of its name in the document.
    private static func value(_ key: Regex<(Substring, Substring)>, in document: String) -> String? {
        document.firstMatch(of: key).map { String($0.output.1) }
    }
}
