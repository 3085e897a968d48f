import Foundation
import NIOCore
import NIOPosix
import TestTime

/// A server's answer.
struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: String

    /// The body's JSON; an empty dictionary for anything but an object.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    }

    /// The fields that a problem document names.
    var faultyFields: [String] {
        (json["errors"] as? [[String: String]] ?? []).compactMap { $0["field"] }
    }
}

/// An HTTP/1.1 connection that sends any bytes, even those that no client library would send.
enum RawConnection {
    struct Closed: Error {}

    /// Sends `request`, reads `answers` and closes. Throws if the server closes before the first, or after `patience`.
    static func exchange(_ request: [UInt8], port: Int, answers: Int = 1, isHead: Bool = false) async throws -> [Answer] {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let deadline = channel.channel.eventLoop.scheduleTask(in: TimeAmount(patience)) { channel.channel.close(promise: nil) }
        defer { deadline.cancel() }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: request))
            var received: [UInt8] = []
            var found: [Answer] = []
            for try await part in inbound {
                received += Array(part.readableBytesView)
                while let (answer, length) = parse(received, isHead: isHead) {
                    received.removeFirst(length)
                    found.append(answer)
                }
                if found.count >= answers { return found }
            }
            guard !found.isEmpty else { throw Closed() }
            return found
        }
    }

    /// Nil until the answer is complete.
    private static func parse(_ bytes: [UInt8], isHead: Bool) -> (Answer, length: Int)? {
        guard let split = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<split.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let start = split.upperBound
        let length = isHead ? 0 : Int(headers["content-length"] ?? "0") ?? 0
        guard bytes.count >= start + length else { return nil }
        let body = String(decoding: bytes[start..<start + length], as: UTF8.self)
        return (Answer(status: status, headers: headers, body: body), start + length)
    }
}
