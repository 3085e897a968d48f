import Foundation
import GRDB
import NoteItCore

/// Something written here that the server has not acknowledged yet.
public struct OutboxEntry: Sendable, Equatable, Identifiable {
    public enum Content: Sendable, Equatable {
        case event(NewEvent, course: Course.ID)
        case reply(NewReply, event: Event.ID)
    }

    public enum State: String, Sendable, Codable {
        /// To be sent, in order.
        case waiting
        /// The server refused it; it stays until it is retried or dropped.
        case refused
    }

    /// Of the event or reply that it will be, in lower case.
    public var id: String
    public var content: Content
    public var queuedAt: Date
    /// How often it has been sent.
    public var tries: Int
    public var state: State
    /// What the last try met, as a sentence.
    public var why: String?
}

extension OutboxEntry {
    static let columns = "id, kind, target, json, queued_at, tries, state, why"

    init(_ row: Row) throws {
        let (id, kind, target, json): (String, String, String, String) = (row[0], row[1], row[2], row[3])
        switch (kind, Event.ID(target)) {
        case ("event", _): content = .event(try JSONCoding.decode(NewEvent.self, from: json), course: target)
        case ("reply", let event?): content = .reply(try JSONCoding.decode(NewReply.self, from: json), event: event)
        default: throw ClientError.unexpected("The outbox entry \(id) is damaged. Drop it: noteit outbox drop \(id)")
        }
        self.id = id
        queuedAt = Date(timeIntervalSince1970: row[4])
        tries = row[5]
        state = State(rawValue: row[6]) ?? .refused
        why = row[7]
    }
}

extension OutboxEntry.Content {
    var kind: String {
        switch self {
        case .event: "event"
        case .reply: "reply"
        }
    }

    /// The course of an event, the event of a reply.
    var target: String {
        switch self {
        case .event(_, let course): course
        case .reply(_, let event): event.description
        }
    }

    func json() throws -> String {
        switch self {
        case .event(let new, _): try JSONCoding.string(new)
        case .reply(let new, _): try JSONCoding.string(new)
        }
    }
}
