import Foundation
import GRDB
import NoteItCore

/// What the server has not acknowledged yet: a post, a reply, a change of an event's mark (a tick, thanks, a reminder, following), a
/// task, a change of a study block, courses of a degree plan.
public struct OutboxEntry: Sendable, Equatable, Identifiable {
    public enum Content: Sendable, Equatable {
        case event(NewEvent, course: Course.ID)
        case reply(NewReply, event: Event.ID)
        /// A reply to an event that the copy did not have.
        case replyAt(NewReply, place: EventPlace)
        /// Ticks an event off, or takes that back.
        case done(Bool, event: Event.ID)
        /// Thanks for a reply, or takes that back.
        case thanks(Bool, reply: Reply.ID, event: Event.ID)
        /// Sets the reader's reminder of an event; nil takes it away.
        case remind(Date?, event: Event.ID)
        /// Follows or mutes an event, or ends that: a patch of these two alone.
        case follow(EventMarkPatch, event: Event.ID)
        /// Moves, pins or marks a study block of this title.
        case block(StudyBlockPatch, id: StudyPlan.Block.ID, title: String)
        case task(NewStudyTask, overlapping: Bool)
        /// Courses for a term of a degree plan.
        case courses(PlanAddition, plan: DegreePlan.ID)
        /// A stored row that cannot be decoded: its text is kept as it is, for its author to save.
        case unreadable(kind: String, text: String)
    }

    public enum State: String, Sendable, Codable {
        /// To be sent, in order.
        case waiting
        /// The server refused it; it stays until it is retried or dropped.
        case refused
        /// It cannot be decoded, so it is never sent; it stays until it is dropped.
        case unreadable
    }

    /// The id of the event, reply or task that it will be, in lower case; an entry of another kind has an id of its own.
    public var id: String
    public var content: Content
    public var queuedAt: Date
    /// How many times it was sent.
    public var tries: Int
    public var state: State
    /// The error of the last try, as a sentence.
    public var why: String?
    /// The name of the event or reply that a reply or a tick goes to, as it was queued: `CMPT225#42`, `CMPT225#42#3`; of courses
    /// that of the plan. Nil if the copy did not have it.
    public var reference: String?
}

extension OutboxEntry {
    static let columns = "id, kind, target, json, queued_at, tries, state, why, reference"

    /// A row that cannot be decoded becomes an `.unreadable` entry, so that it does not hide the others.
    init(_ row: Row) {
        let (kind, target, json): (String, String, String) = (row[1], row[2], row[3])
        let content = try? Content(kind: kind, target: target, json: json)
        id = row[0]
        self.content = content ?? .unreadable(kind: kind, text: json)
        queuedAt = Date(timeIntervalSince1970: row[4])
        tries = row[5]
        state = content == nil ? .unreadable : State(rawValue: row[6]) ?? .refused
        why = row[7]
        reference = row[8]
    }
}

extension OutboxEntry.Content {
    init?(kind: String, target: String, json: String) throws {
        switch (kind, Event.ID(target)) {
        case ("event", _): self = .event(try JSONCoding.decode(NewEvent.self, from: json), course: Course.ID(target))
        case ("reply", let event?): self = .reply(try JSONCoding.decode(NewReply.self, from: json), event: event)
        case ("reply", nil):
            guard let place = EventPlace(target) else { return nil }
            self = .replyAt(try JSONCoding.decode(NewReply.self, from: json), place: place)
        case ("done", let event?):
            guard let done = try JSONCoding.decode(EventMarkPatch.self, from: json).done else { return nil }
            self = .done(done, event: event)
        case ("remind", let event?):
            guard let time = try JSONCoding.decode(EventMarkPatch.self, from: json).remindAt else { return nil }
            self = .remind(time.value, event: event)
        case ("follow", let event?): self = .follow(try JSONCoding.decode(EventMarkPatch.self, from: json), event: event)
        case ("block", _):
            let block = try JSONCoding.decode(StoredBlock.self, from: json)
            self = .block(block.patch, id: target, title: block.title)
        case ("thanks", let event?):
            let thanks = try JSONCoding.decode(StoredThanks.self, from: json)
            self = .thanks(thanks.wanted, reply: thanks.reply, event: event)
        case ("task", _):
            self = .task(try JSONCoding.decode(NewStudyTask.self, from: json), overlapping: target == Self.overlap)
        case ("plan", _):
            guard let plan = DegreePlan.ID(target) else { return nil }
            self = .courses(try JSONCoding.decode(PlanAddition.self, from: json), plan: plan)
        default: return nil
        }
    }

    /// The target of a task that may overlap others.
    private static let overlap = "overlap"

    /// The stored form. `target` is the course of an event, the plan of courses, the study block, else the event that it goes
    /// to.
    func columns() throws -> (kind: String, target: String, json: String) {
        switch self {
        case .event(let new, let course): ("event", course.text, try JSONCoding.string(new))
        case .reply(let new, let event): ("reply", event.description, try JSONCoding.string(new))
        case .replyAt(let new, let place): ("reply", place.text, try JSONCoding.string(new))
        case .done(let done, let event): ("done", event.description, try JSONCoding.string(EventMarkPatch(done: done)))
        case .thanks(let wanted, let reply, let event):
            ("thanks", event.description, try JSONCoding.string(StoredThanks(reply: reply, wanted: wanted)))
        case .remind(let time, let event):
            ("remind", event.description, try JSONCoding.string(EventMarkPatch(remindAt: .init(time))))
        case .follow(let patch, let event): ("follow", event.description, try JSONCoding.string(patch))
        case .block(let patch, let id, let title): ("block", id, try JSONCoding.string(StoredBlock(patch: patch, title: title)))
        case .task(let new, let overlapping): ("task", overlapping ? Self.overlap : "", try JSONCoding.string(new))
        case .courses(let addition, let plan): ("plan", plan.description, try JSONCoding.string(addition))
        case .unreadable(let kind, let text): (kind, "", text)
        }
    }

    /// The event that it goes to.
    public var thread: Event.ID? {
        switch self {
        case .reply(_, let event), .done(_, let event), .thanks(_, _, let event), .remind(_, let event), .follow(_, let event):
            event
        case .event, .replyAt, .block, .task, .courses, .unreadable: nil
        }
    }

    /// The reply that it goes to.
    public var parent: Reply.ID? {
        switch self {
        case .reply(let new, _): new.parent
        case .thanks(_, let reply, _): reply
        case .event, .replyAt, .done, .remind, .follow, .block, .task, .courses, .unreadable: nil
        }
    }

    public var attachments: [Attachment.ID] {
        switch self {
        case .event(let new, _): new.attachments ?? []
        case .reply(let new, _), .replyAt(let new, _): new.attachments ?? []
        case .done, .thanks, .remind, .follow, .block, .task, .courses, .unreadable: []
        }
    }

    /// What it makes of the mark of its event.
    func change(_ mark: inout EventMark) {
        switch self {
        case .done(let done, _): mark.done = done
        case .remind(let time, _): mark.remindAt = time
        case .thanks(let wanted, let reply, _):
            mark.thanked.removeAll { $0 == reply }
            if wanted { mark.thanked.append(reply) }
        case .follow(let patch, _):
            mark.following = patch.following ?? mark.following
            mark.muted = patch.muted ?? mark.muted
        case .event, .reply, .replyAt, .block, .task, .courses, .unreadable: break
        }
    }
}

/// The `json` of thanks.
private struct StoredThanks: Codable {
    var reply: Reply.ID
    var wanted: Bool
}

/// The `json` of a change of a study block.
private struct StoredBlock: Codable {
    var patch: StudyBlockPatch
    var title: String
}
