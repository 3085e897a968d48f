import Foundation
import HTTPTransport
import ICalendar
import NoteItCore

/// Reads calendars of other hosts over HTTP.
///
/// It connects to the addresses that the guard checked, not to the name, and asks a proxy for them, too. TLS verifies the
/// certificate for the name. Redirects are followed here, since each may lead elsewhere.
struct ImportFetcher: Sendable {
    enum Answer: Sendable, Equatable {
        /// The host said that the calendar is the one of the source's tags.
        case unchanged
        case calendar([UInt8], ImportSource)
    }

    static let mostRedirects = 3
    /// The most bytes of a calendar, before and after decoding.
    static let mostBytes = CalendarLimits.imported.bytes
    /// The most bytes that a connection receives, whatever they are: headers, early hints, the frames of chunks and of TLS.
    static let mostReceived = 2 * mostBytes
    /// The longest tag or time that is sent back to its host.
    private static let mostTagBytes = 500

    let gate: ImportGuard
    /// The time for a whole fetch, with lookups and redirects.
    var time = Duration.seconds(30)
    var transport = TransportClient(Self.settings)

    /// Each request has its own connection.
    static var settings: TransportClient.Settings {
        var settings = TransportClient.Settings()
        settings.silence = .seconds(20)
        settings.mostReceived = mostReceived
        settings.keepsConnections = false
        return settings
    }

    /// Throws `ImportFailure`.
    func fetch(_ source: ImportSource) async throws -> Answer {
        try await within(time) {
            try await follow(source)
        } late: {
            throw ImportFailure(
                "The calendar did not arrive within \(time.components.seconds) seconds. Try again later, or import a file.")
        }
    }

    private enum Step {
        case answer(Answer)
        case redirect(String)
    }

    private func follow(_ source: ImportSource) async throws -> Answer {
        var address = try WebAddress(ofCalendar: source.url)
        for _ in 0...Self.mostRedirects {
            switch try await ask(address, source) {
            case .answer(let answer): return answer
            case .redirect(let location): address = try WebAddress(ofCalendar: location, from: address)
            }
        }
        throw ImportFailure(
            "The address redirects more than \(Self.mostRedirects) times. Open it in a browser and use the address at the end.")
    }

    private func ask(_ address: WebAddress, _ source: ImportSource) async throws -> Step {
        let addresses = try await gate.addresses(of: address)
        var request = TransportRequest(.GET, address.url)
        request.fields = [
            "accept": "text/calendar, */*;q=0.1", "accept-encoding": "gzip, deflate",
            "user-agent": "NoteIt/\(NoteItVersion.current)", "connection": "close",
        ]
        if let etag = source.etag { request.fields.add("if-none-match", etag) }
        if let time = source.lastModified { request.fields.add("if-modified-since", time) }
        do {
            return try await Self.step(try await transport.send(request, toFirstOf: addresses), address, source)
        } catch {
            throw Self.failure(error, address)
        }
    }

    private static func step(
        _ response: TransportResponse, _ address: WebAddress, _ source: ImportSource
    ) async throws -> Step {
        switch response.status {
        case 200:
            var newest = ImportSource(url: source.url, etag: nil, lastModified: nil)
            newest.etag = tag(response.fields["etag"])
            newest.lastModified = tag(response.fields["last-modified"])
            return .answer(.calendar(try await body(of: response, address), newest))
        case 304 where source.etag != nil || source.lastModified != nil:
            return .answer(.unchanged)
        case 301, 302, 303, 307, 308:
            guard let location = response.fields["location"] else {
                throw ImportFailure(
                    "The host \(address.host) redirects, but does not say where to. Use the address of the calendar itself.")
            }
            return .redirect(location)
        default: throw refusal(response.status, address.host)
        }
    }

    private static func tag(_ value: String?) -> String? {
        value.flatMap { $0.isEmpty || $0.utf8.count > mostTagBytes ? nil : $0 }
    }

    private static func body(of response: TransportResponse, _ address: WebAddress) async throws -> [UInt8] {
        let encodings = response.fields.values(of: "content-encoding").joined(separator: ",")
        let decoder = try ContentDecoder(encodings, limit: mostBytes, host: address.host)
        for try await part in response.body { try decoder.append(part) }
        try Task.checkCancellation()
        return try decoder.finish()
    }

    private static func refusal(_ status: Int, _ host: String) -> ImportFailure {
        switch status {
        case 401, 403, 407:
            ImportFailure(
                "The host \(host) demands a sign-in (\(status)). Use the calendar's secret or public address, which needs none."
            )
        case 404, 410: ImportFailure("The host \(host) has no calendar at this address (\(status)). Check the address.")
        case 429: ImportFailure("The host \(host) was asked too often (429). Try again in an hour.")
        case 500...: ImportFailure("The host \(host) failed (\(status)). Try again later.")
        default:
            ImportFailure(
                "The host \(host) answered with the status \(status) instead of a calendar. Check the address in a browser.")
        }
    }

    /// What to throw for an error of the connection.
    private static func failure(_ error: any Error, _ address: WebAddress) -> any Error {
        if error is ImportFailure { return error }
        guard let error = error as? TransportError, !Task.isCancelled else { return CancellationError() }
        let host = address.host
        let sentence =
            switch error {
            case .unreachable, .connectTimeout, .unknownHost:
                "The host \(host) cannot be reached. Check the address, or try again later."
            case .silence: "The host \(host) stopped sending. Try again later."
            case .tooMuch: "The host \(host) sends without end. Check the address in a browser."
            case .closed: "The host \(host) closed the connection before the calendar was complete. Try again later."
            case .notHTTP: "The answer of \(host) is not HTTP. Check the address in a browser."
            case .certificate(let fault):
                "There is no secure connection to \(host): \(fault.words(on: "this server")). \(advice(fault))"
            case .handshake, .notTLS: "There is no secure connection to \(host). Check the address, or ask its operator."
            case .proxy: "The proxy of this server did not reach \(host). Ask the operator of NoteIt."
            case .trustFile: "This server's trusted certificates cannot be read. Ask the operator of NoteIt."
            default: "The connection to \(host) failed. Try again later."
            }
        return ImportFailure(sentence)
    }

    private static func advice(_ fault: TransportError.CertificateFault) -> String {
        switch fault {
        case .untrusted: "Ask the operator of NoteIt to trust its authority."
        case .otherName: "Check the address."
        case .expired, .notYetValid, .other: "Ask its operator."
        }
    }
}
