import AsyncHTTPClient
import Foundation
import ICalendar
import NIOCore
import NIOHTTP1
import NIOPosix
import NoteItCore

/// Reads calendars of other hosts over HTTP.
///
/// It connects to the addresses that the guard checked, not to the name. TLS verifies the certificate for the name. Redirects are
/// followed here, since each may lead elsewhere.
struct ImportFetcher: Sendable {
    enum Answer: Sendable, Equatable {
        /// The host said that the calendar is the one of the source's tags.
        case unchanged
        case calendar([UInt8], ImportSource)
    }

    static let mostRedirects = 3
    /// Before and after decoding.
    static let mostBytes = CalendarLimits.imported.bytes
    /// Of a connection, whatever they are: headers, early hints, the frames of chunks and of TLS.
    static let mostReceived = 2 * mostBytes
    /// The most addresses of one name that are tried.
    private static let mostAddresses = 3
    private static let connectTime = TimeAmount.seconds(5)
    /// The longest tag or time that is sent back to its host.
    private static let mostTagBytes = 500

    let gate: ImportGuard
    /// For the whole, with lookups and redirects.
    var time = Duration.seconds(30)

    /// Throws `ImportFailure`.
    func fetch(_ source: ImportSource) async throws -> Answer {
        let time = time
        return try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { try await follow(source) }
            group.addTask {
                try await Task.sleep(for: time)
                throw ImportFailure(
                    "The calendar did not arrive within \(time.components.seconds) seconds. Try again later, or import a file.")
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    private enum Step {
        case answer(Answer)
        case redirect(String)
    }

    private func follow(_ source: ImportSource) async throws -> Answer {
        var address = try ImportAddress(source.url)
        for _ in 0...Self.mostRedirects {
            switch try await ask(address, source) {
            case .answer(let answer): return answer
            case .redirect(let location): address = try address.redirected(to: location)
            }
        }
        throw ImportFailure(
            "The address redirects more than \(Self.mostRedirects) times. Open it in a browser and use the address at the end.")
    }

    /// Asks the first of the host's addresses that takes the connection.
    private func ask(_ address: ImportAddress, _ source: ImportSource) async throws -> Step {
        var failure: (any Error)?
        for pinned in try await gate.addresses(of: address).prefix(Self.mostAddresses) {
            do {
                return try await ask(address, at: pinned, source)
            } catch let error as Unreachable {
                failure = error.failure
            }
        }
        throw failure ?? CancellationError()
    }

    /// A connection that was not made.
    private struct Unreachable: Error {
        let failure: ImportFailure
    }

    private func ask(_ address: ImportAddress, at pinned: NetworkAddress, _ source: ImportSource) async throws -> Step {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: Self.connectTime, read: .seconds(20)))
        configuration.dnsOverride = [address.host: pinned.description]
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        let endless = ImportFailure("The host \(address.host) sends without end. Check the address in a browser.")
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.submit {
                let limit = ReceiveLimit(Self.mostReceived, failure: endless)
                try channel.pipeline.syncOperations.addHandler(limit, position: .first)
            }
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        // It would wait for connections that are being made.
        defer { Task { try? await client.shutdown() } }
        let response: HTTPClientResponse
        do {
            response = try await client.execute(Self.request(address, source), deadline: .distantFuture)
        } catch {
            throw Self.failure(error, address, beforeResponse: true)
        }
        do {
            return try await Self.step(response, address, source)
        } catch {
            throw Self.failure(error, address, beforeResponse: false)
        }
    }

    private static func request(_ address: ImportAddress, _ source: ImportSource) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.url)
        request.headers = [
            "accept": "text/calendar, */*;q=0.1", "accept-encoding": "gzip, deflate",
            "user-agent": "NoteIt/\(NoteItVersion.current)", "connection": "close",
        ]
        if let etag = source.etag { request.headers.add(name: "if-none-match", value: etag) }
        if let time = source.lastModified { request.headers.add(name: "if-modified-since", value: time) }
        return request
    }

    private static func step(
        _ response: HTTPClientResponse, _ address: ImportAddress, _ source: ImportSource
    ) async throws -> Step {
        switch response.status.code {
        case 200:
            var newest = ImportSource(url: source.url, etag: nil, lastModified: nil)
            newest.etag = tag(response.headers, "etag")
            newest.lastModified = tag(response.headers, "last-modified")
            return .answer(.calendar(try await body(of: response, address), newest))
        case 304 where source.etag != nil || source.lastModified != nil:
            return .answer(.unchanged)
        case 301, 302, 303, 307, 308:
            guard let location = response.headers.first(name: "location") else {
                throw ImportFailure(
                    "The host \(address.host) redirects, but does not say where to. Use the address of the calendar itself.")
            }
            return .redirect(location)
        default: throw refusal(Int(response.status.code), address.host)
        }
    }

    private static func tag(_ headers: HTTPHeaders, _ name: String) -> String? {
        headers.first(name: name).flatMap { $0.isEmpty || $0.utf8.count > mostTagBytes ? nil : $0 }
    }

    private static func body(of response: HTTPClientResponse, _ address: ImportAddress) async throws -> [UInt8] {
        let encodings = response.headers[canonicalForm: "content-encoding"].joined(separator: ",")
        let decoder = try ContentDecoder(encodings, limit: mostBytes, host: address.host)
        for try await part in response.body { try decoder.add(part.readableBytesView) }
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
    /// - Parameter beforeResponse: whether the head of the response has not arrived.
    private static func failure(
        _ error: any Error, _ address: ImportAddress, beforeResponse: Bool
    ) -> any Error {
        if error is ImportFailure { return error }
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        let host = address.host
        let unreachable = Unreachable(
            failure: ImportFailure("The host \(host) cannot be reached. Check the address, or try again later."))
        let closed = ImportFailure("The host \(host) closed the connection before the calendar was complete. Try again later.")
        switch error {
        case let error as HTTPClientError:
            return switch error {
            case .connectTimeout: unreachable
            case .readTimeout, .deadlineExceeded: ImportFailure("The host \(host) stopped sending. Try again later.")
            default: closed
            }
        case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode): return closed
        case is IOError, is ChannelError, is NIOConnectionError: return beforeResponse ? unreachable : closed
        case HTTPParserError.invalidEOFState: return closed
        case is HTTPParserError: return ImportFailure("The answer of \(host) is not HTTP. Check the address in a browser.")
        default:
            // Errors of TLS have types of their own.
            return ImportFailure(
                address.isSecure && beforeResponse
                    ? "There is no secure connection to \(host). Its certificate may be of another name, expired or not trusted. Ask its operator."
                    : "The connection to \(host) failed. Try again later.")
        }
    }
}
