import Foundation
import NoteItCore

/// Remembers in the profile that a server did not answer, so that the next reads do not wait for it again. Whatever reaches
/// the server forgets it.
struct SilentServer: Sendable {
    /// How long reads do not ask again.
    static let memory: TimeInterval = 30
    /// A failure that takes less is not worth remembering: asking again costs nothing, and finds a server that came back.
    static let short = Duration.milliseconds(200)

    let file: URL
    let server: URL

    private struct Record: Codable {
        var server: URL
        var at: Date
        var why: String
    }

    /// The error of the last try; nil if the server may be asked.
    func recall(at now: Date = Date()) -> ClientError? {
        guard let data = try? Data(contentsOf: file), let record = try? JSONCoding.decoder().decode(Record.self, from: data),
            record.server == server, (0..<Self.memory).contains(now.timeIntervalSince(record.at))
        else { return nil }
        return .unreachable(record.why)
    }

    /// Best effort: without the record, the next read waits again.
    func remember(_ why: String, at now: Date = Date()) {
        guard let data = try? JSONCoding.encoder().encode(Record(server: server, at: now.wholeSeconds, why: why)) else {
            return
        }
        try? data.write(to: file, options: .atomic)
    }

    func forget() { unlink(file.path) }
}
