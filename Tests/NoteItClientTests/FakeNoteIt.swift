import Foundation
import NoteItCore

@testable import NoteItClient

/// A server's mind without its socket: a log, posts by id, and tokens. It outlives the sockets that are cut and the
/// servers that are stopped around it.
actor FakeNoteIt {
    private let epoch = "e"
    private var log: [(offset: Int64, json: String)] = []
    private var head: Int64 = 0
    /// Cursors before this are pruned.
    var pruned: Int64 = 0
    private var listeners: [AsyncStream<String>.Continuation] = []
    private(set) var events: [String: Event] = [:]
    private(set) var replies: [String: Reply] = [:]
    /// Requests that reached the server, such as `GET /v1/changes`.
    private(set) var requests: [String] = []
    var accessToken = "access-1"
    var refreshToken = "refresh-1"
    private(set) var refreshes = 0

    var opened: Int { requests.filter { $0 == "GET /v1/stream" }.count }

    func expire(refreshToken token: String? = nil) {
        accessToken = "access-2"
        if let token { refreshToken = token }
    }

    func prune(to offset: Int64) { pruned = offset }

    /// - Parameter hidden: rows before it that this reader does not see.
    func append(_ change: Change, hidden: Int64 = 0) throws {
        head += hidden + 1
        let json = try JSONCoding.string(change)
        log.append((head, json))
        for listener in listeners { listener.yield(frame(head, json)) }
    }

    /// Sends the newest frame again.
    func repeatLast() {
        guard let last = log.last else { return }
        for listener in listeners { listener.yield(frame(last.offset, last.json)) }
    }

    func keepAlive() {
        for listener in listeners { listener.yield(at(head)) }
    }

    func advance(by rows: Int64) { head += rows }

    func cutStreams() {
        listeners.forEach { $0.finish() }
        listeners = []
    }

    private func frame(_ offset: Int64, _ json: String) -> String {
        "id: \(epoch).\(offset)\nevent: change\ndata: \(json)\n\n"
    }

    private func at(_ offset: Int64) -> String {
        "id: \(epoch).\(offset)\nevent: at\ndata: {\"at\":\"\(epoch).\(offset)\"}\n\n"
    }

    func answer(_ request: ScriptedRequest) -> ScriptedAnswer {
        requests.append("\(request.method) \(request.path)")
        if request.path == "/v1/sessions/refresh" { return refresh(request) }
        guard request.token == accessToken else { return problem(401, "Sign in first.") }
        switch (request.method, request.path) {
        case ("GET", "/v1/changes"): return changes(request)
        case ("GET", "/v1/stream"): return stream(request)
        case ("GET", "/v1/snapshot"): return json(snapshot())
        case ("GET", "/v1/terms"): return json(Page(items: [Samples.term]))
        case ("GET", "/v1/me"): return json(Samples.ada)
        case ("POST", let path) where path.hasSuffix("/events"): return post(request)
        case ("POST", let path) where path.hasSuffix("/replies"): return reply(request)
        default: return problem(404, "There is no \(request.path).")
        }
    }

    private func json(_ value: some Encodable, status: Int = 200) -> ScriptedAnswer {
        (try? .json(status, JSONCoding.string(value))) ?? .cut
    }

    private func problem(_ status: Int, _ detail: String, reason: CursorExpiry? = nil) -> ScriptedAnswer {
        let problem = Problem(title: "Problem", status: status, detail: detail, reason: reason)
        return (try? .problem(status, JSONCoding.string(problem))) ?? .cut
    }

    private func refresh(_ request: ScriptedRequest) -> ScriptedAnswer {
        refreshes += 1
        guard let sent = try? JSONCoding.decode(RefreshRequest.self, from: request.body), sent.refreshToken == refreshToken
        else { return problem(401, "This session is over.") }
        refreshToken += "+"
        return json(SignedIn(account: Samples.ada, accessToken: accessToken, expiresIn: 900, refreshToken: refreshToken))
    }

    private func snapshot() -> Snapshot {
        Samples.snapshot(
            at: head, courses: [Samples.course(Samples.cs225)], events: Array(events.values), replies: Array(replies.values))
    }

    private func changes(_ request: ScriptedRequest) -> ScriptedAnswer {
        guard let text = request.query["cursor"], text != "now" else {
            return .json(200, #"{"changes":[],"cursor":"\#(epoch).\#(head)","more":false}"#)
        }
        guard let cursor = LogCursor(text), cursor.offset >= pruned else { return problem(410, "Gone.", reason: .pruned) }
        let limit = 3
        let rows = log.filter { $0.offset > cursor.offset }
        let page = rows.prefix(limit)
        let more = rows.count > limit
        let end = more ? page.last?.offset ?? head : head
        let texts = page.map(\.json).joined(separator: ",")
        return .json(200, #"{"changes":[\#(texts)],"cursor":"\#(epoch).\#(end)","more":\#(more)}"#)
    }

    private func stream(_ request: ScriptedRequest) -> ScriptedAnswer {
        guard let cursor = LogCursor(request.query["cursor"] ?? "") else { return problem(422, "No cursor.") }
        let (stream, continuation) = AsyncStream<String>.makeStream()
        continuation.yield(at(cursor.offset))
        if cursor.offset < pruned {
            continuation.yield("event: expired\ndata: {\"expired\":\"pruned\"}\n\n")
            continuation.finish()
            return .events(stream)
        }
        for row in log where row.offset > cursor.offset { continuation.yield(frame(row.offset, row.json)) }
        listeners.append(continuation)
        return .events(stream)
    }

    private func post(_ request: ScriptedRequest) -> ScriptedAnswer {
        guard let new = try? JSONCoding.decode(NewEvent.self, from: request.body), let id = new.id else {
            return problem(422, "No event.")
        }
        if let stored = events[id.description] { return json(stored) }
        if new.title == "refuse me" { return problem(403, "You are not enrolled in this course.") }
        var event = Samples.event(events.count + 1, by: Samples.ada)
        (event.id, event.title) = (id, new.title)
        events[id.description] = event
        try? append(.upsert(.event(event), rev: 1))
        return json(event, status: 201)
    }

    private func reply(_ request: ScriptedRequest) -> ScriptedAnswer {
        let target = request.path.split(separator: "/").dropFirst(2).first.map(String.init) ?? ""
        guard let new = try? JSONCoding.decode(NewReply.self, from: request.body), let id = new.id else {
            return problem(422, "No reply.")
        }
        if let stored = replies[id.description] { return json(stored) }
        guard let event = events[target] else { return problem(404, "There is no such event.") }
        var reply = Samples.reply(new.body, to: event.id, by: Samples.ada)
        reply.id = id
        replies[id.description] = reply
        try? append(.upsert(.reply(reply), rev: 1))
        return json(reply, status: 201)
    }
}
