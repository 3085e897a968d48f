import AsyncHTTPClient
import Foundation
import NIOCore
import NoteItCore

/// What a server says of itself to anyone who asks.
public struct ServerProbe: Sendable, Equatable {
    /// Of its `openapi.yaml`; nil if it serves none.
    public var version: String?
    /// How far its clock is ahead of this one, in seconds, as its `Date` header says (whole seconds, so within one of the
    /// truth); nil without that header.
    public var clockAhead: Double?
    /// Between the question and the answer.
    public var roundTrip: Duration
}

extension APIClient {
    /// Asks whether the server can serve (`/readyz`), and for its clock and version. Throws `.unreachable`, `.problem`.
    public func probe() async throws -> ServerProbe {
        let began = ContinuousClock.now
        let ready = try await exchanged(Call(.GET, "readyz", signedIn: false))
        let roundTrip = ContinuousClock.now - began
        let date = ready.headers.first(name: "date").flatMap(Self.httpDate)
        let document = try? await send(Call(.GET, "openapi.yaml", signedIn: false))
        return ServerProbe(
            version: document.flatMap { Self.version(in: String(buffer: $0.body)) },
            clockAhead: date.map { $0.timeIntervalSinceNow }, roundTrip: roundTrip)
    }

    private func exchanged(_ call: Call) async throws -> HTTPClientResponse {
        do {
            let response = try await http.execute(
                call.request(to: server, token: nil), timeout: .nanoseconds(timeout.nanoseconds))
            let body = try await response.body.collect(upTo: Answer.limit)
            let type = response.headers.first(name: "content-type")
            _ = try Answer(status: Int(response.status.code), contentType: type, body: body).accepted()
            return response
        } catch {
            throw ClientError.transport(error, from: server)
        }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    private static func httpDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }

    /// The value of `info.version`, the first key of that name in the document.
    private static func version(in document: String) -> String? {
        document.firstMatch(of: /\n +version: *["']?([^"'\n]+)/).map { String($0.output.1) }
    }
}
