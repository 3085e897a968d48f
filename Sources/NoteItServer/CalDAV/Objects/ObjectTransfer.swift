import Foundation
import HTTPTypes
import Hummingbird
import ICalendar
import NoteItCore

/// Where a COPY or a MOVE brings an object.
struct ObjectTarget: Sendable {
    let calendar, name: String
    /// Whether the object may replace one at its new path.
    let overwrites: Bool

    /// Throws `DAVFailure`, `.notFound` for another person's calendars.
    init(_ request: Request, of account: Account.ID) throws {
        overwrites = try request.overwrites()
        switch try request.destination() {
        case .object(let name, let calendar, let owner):
            guard Account.ID(owner) == account else { throw DomainError.notFound("person \(owner.prefix(64))") }
            (self.calendar, self.name) = (calendar, name)
        default:
            throw DAVFailure(
                .forbidden, nil,
                "An object stays in a calendar. Destination must be \(DAVPath.home("\(account)").href)CALENDAR/NAME.")
        }
    }
}

extension CalendarObjectRoutes {
    /// COPY and MOVE (RFC 4918, sections 9.8 and 9.9). iOS and macOS move an event so to another calendar.
    /// - Parameter zone: of the study settings.
    func transfer(
        _ name: String, in calendar: CalendarCollection, to target: ObjectTarget, in home: CalendarCollection,
        of account: Account.ID, zone: TimeZone, _ request: Request, _ context: AppContext
    ) async throws -> Response {
        let isMove = request.method == .move
        if isMove, !calendar.isWritable { throw Self.readOnly("unbind", calendar, account) }
        guard home.isWritable else { throw Self.readOnly("bind", home, account) }
        guard calendar.id != home.id || name != target.name else {
            throw DAVFailure(.forbidden, nil, "Nothing is copied or moved onto itself. Choose another Destination.")
        }
        let source = ObjectWrite(
            name: name, calendar: calendar, account: account, condition: ObjectCondition(request), zone: zone)
        guard let served = try await source.found(by: service) else { throw Self.absent(name) }
        let sent = try await work.run(on: served.bytes.count, for: account, context) { steps in
            try SentCalendar(served.bytes, of: home.components, reader: Zone(zone), &steps)
        }
        let write = ObjectWrite(
            name: target.name, calendar: home, account: account,
            condition: ObjectCondition(absent: !target.overwrites), zone: zone)
        let created: Bool
        do {
            created = try await isMove ? moved(served, sent, source, write, context) : putObject(sent, write, context).created
        } catch let failure as DAVFailure where failure.status == .preconditionFailed && !target.overwrites {
            throw DAVFailure(.preconditionFailed, nil, "There is something at the destination, and Overwrite is F.")
        }
        study.wakes.wakePaced(account)
        return Response(status: created ? .created : .noContent, headers: [.location: write.href(of: target.name)])
    }

    /// Returns whether nothing was replaced.
    private func moved(
        _ served: ServedObject, _ sent: SentCalendar, _ source: ObjectWrite, _ write: ObjectWrite, _ context: AppContext
    ) async throws -> Bool {
        guard source.calendar.kind == .personal, write.calendar.kind == .personal else {
            // First the new one: if the old one stays, nothing is lost.
            let result = try await putObject(sent, write, context)
            try await remove(
                ObjectWrite(
                    name: source.name, calendar: source.calendar, account: source.account,
                    condition: ObjectCondition(tag: served.object.etag), zone: source.zone),
                context)
            return result.created
        }
        do {
            return try await store.moveObject(
                source.name, inCalendar: source.calendar.id, if: .tags([served.object.etag]), to: object(sent, write),
                inCalendar: write.calendar.id, if: write.condition.stored, by: write.account
            ).created
        } catch DomainError.conflict(let why) {
            throw try await conflict(why, sent.uid, write)
        } catch DomainError.stale {
            throw DAVFailure.stale
        }
    }
}

extension Request {
    /// The path that `Destination` names, on whatever host: behind a proxy the server does not know its own. Throws `DAVFailure`.
    func destination() throws -> DAVPath {
        guard let text = headers[.destination], !text.contains("?"), !text.contains("#"), let path = DAVPath(href: text) else {
            throw DAVFailure(.badRequest, nil, "Destination must be a path below /dav/, percent-encoded, without ? and #.")
        }
        return path
    }

    /// Whether a COPY or a MOVE may replace what is there. Throws `DAVFailure`.
    func overwrites() throws -> Bool {
        switch headers[.overwrite]?.uppercased() {
        case nil, "T": true
        case "F": false
        default: throw DAVFailure(.badRequest, nil, "Overwrite must be T or F.")
        }
    }
}
