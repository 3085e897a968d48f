import Foundation
import ICalendar
import NoteItCore

/// The reports of calendars: `calendar-query`, `calendar-multiget`, `sync-collection`.
struct CalendarReports: Sendable {
    let service: CalendarService
    let work: ObjectWork
    let now: @Sendable () -> Date

    /// The most objects of one answer: as many as a calendar can have.
    private static let most = CalendarObject.most
    /// Objects that one step of a `calendar-multiget` reads.
    private static let page = 500
    /// Objects that a `calendar-multiget` reads beside others of the same person.
    private static let few = 20

    /// Throws `DAVFailure`, `DomainError`.
    /// - Parameter resource: of the request, and of the caller.
    func answer(
        _ report: DAVElement, on resource: DAVResource, depth: DAVDepth, properties: DAVProperties, context: AppContext
    ) async throws -> DAVAnswer {
        let name: String?
        let calendar: CalendarCollection
        switch resource {
        case .calendar(let own, _): (calendar, name) = (own, nil)
        case .object(let served, let own, _): (calendar, name) = (own, served.object.name)
        default: throw Self.unsupported(report)
        }
        let wanted = try WantedProperties(report, of: calendar, properties)
        guard Self.readsMany(report, ofOne: name != nil) else { return try await answer(report, wanted, name: name, context) }
        return try await context.longReadOfObjects {
            try await answer(report, wanted, name: name, context)
        }
    }

    /// Whether many objects may be read: one such report of a person at a time.
    private static func readsMany(_ report: DAVElement, ofOne: Bool) -> Bool {
        guard report.name == .caldav("calendar-multiget") else { return !ofOne }
        return report.children.count { $0.name == .dav("href") } > few
    }

    private func answer(
        _ report: DAVElement, _ wanted: WantedProperties, name: String?, _ context: AppContext
    ) async throws -> DAVAnswer {
        switch (report.name, name) {
        case (.caldav("calendar-query"), _): return try await query(report, wanted, name: name, context)
        case (.caldav("calendar-multiget"), _): return try await multiget(report, wanted, context)
        case (.dav("sync-collection"), nil): return try await changes(report, wanted, context)
        default: throw Self.unsupported(report)
        }
    }

    private static func unsupported(_ report: DAVElement) -> DAVFailure {
        DAVFailure(
            .forbidden, .dav("supported-report"),
            "The report \(report.name.local.prefix(40)) is not for this path. Send it to a calendar.")
    }
}

/// `calendar-query` (RFC 4791, section 7.8).
extension CalendarReports {
    /// - Parameter name: of the one object that is asked; nil: all of the calendar.
    private func query(
        _ report: DAVElement, _ wanted: WantedProperties, name: String?, _ context: AppContext
    ) async throws -> DAVAnswer {
        guard let element = report[.caldav("filter")] else { throw DAVFailure.valid("A calendar-query has a filter.") }
        let filter = try CalendarFilter(element)
        let calendar = wanted.calendar
        if filter.excludesAll(of: calendar.components) { return .multiStatus(DAVMultiStatus(responses: [])) }
        let reader = try await work.reader(report, of: calendar, by: wanted.account, context)
        let candidates = try await service.objects(
            inCalendar: calendar.id, matching: name.map { .names([$0]) } ?? Self.candidates(for: filter.span),
            of: wanted.account
        ).objects
        var budget = AnswerBudget()
        let found =
            try await filter.includesAll(of: calendar.components)
            ? work.selected(candidates, wanted, reader, &budget, context)
            : work.selected(candidates, wanted, reader, &budget, context) { try $0.matches(filter, &$1) }
        return .multiStatus(DAVMultiStatus(responses: try await wanted.responses(found)))
    }

    private static func candidates(for span: Range<Date>?) -> CalendarObjectQuery {
        span.map(CalendarObjectQuery.meeting) ?? .all
    }
}

/// `calendar-multiget` (section 7.9).
extension CalendarReports {
    private func multiget(
        _ report: DAVElement, _ wanted: WantedProperties, _ context: AppContext
    ) async throws -> DAVAnswer {
        let reader = try await work.reader(report, of: wanted.calendar, by: wanted.account, context)
        var (seen, hrefs) = (Set<String>(), [(href: String, name: String?)]())
        for element in report.children where element.name == .dav("href") {
            let href = element.text.trimmed
            if seen.insert(href).inserted { hrefs.append((href, wanted.name(at: href))) }
        }
        try wanted.require(fits: hrefs.count)
        var (responses, budget) = ([DAVResponse](), AnswerBudget())
        for start in stride(from: 0, to: hrefs.count, by: Self.page) {
            let page = hrefs[start..<min(start + Self.page, hrefs.count)]
            let names = page.compactMap(\.name)
            let objects =
                try await names.isEmpty
                ? []
                : service.objects(
                    inCalendar: wanted.calendar.id, matching: .names(names), of: wanted.account
                ).objects
            let found = try await work.selected(objects, wanted, reader, &budget, context)
            let byName = found.keyed(by: \.served.object.name)
            responses += page.map { href, name in
                guard let name, let object = byName[name] else { return DAVResponse(href: href, status: .notFound) }
                return wanted.response(object, href: href)
            }
        }
        return .multiStatus(DAVMultiStatus(responses: responses))
    }
}

/// `sync-collection` (RFC 6578).
extension CalendarReports {
    private func changes(
        _ report: DAVElement, _ wanted: WantedProperties, _ context: AppContext
    ) async throws -> DAVAnswer {
        let (calendar, state) = (wanted.calendar, wanted.properties.state)
        let after = try Self.position(report, epoch: state.head.epoch)
        let answer = try await changes(of: calendar, after: after, limit: Self.limit(report), wanted.account)
        let isWhole = wanted.selection?.isWhole ?? true
        let reader = isWhole ? .utc : try await work.reader(report, of: calendar, by: wanted.account, context)
        var budget = AnswerBudget()
        let found = try await work.selected(answer.changed, wanted, reader, &budget, context)
        var responses = try await wanted.responses(found)
        responses += answer.removed.map { DAVResponse(href: wanted.href(of: $0.name), status: .notFound) }
        if answer.hasMore {
            responses.append(
                DAVResponse(
                    href: wanted.href, status: .insufficientStorage,
                    error: DAVElement(.dav("number-of-matches-within-limits"))))
        }
        let token = SyncToken(epoch: answer.state.head.epoch, position: answer.next)
        return .multiStatus(DAVMultiStatus(responses: responses, syncToken: token.text))
    }

    /// - Parameter limit: the most responses that the client wants (RFC 5323, section 5.17), of which one may say that there are
    ///   more; nil: any number.
    private func changes(
        of calendar: CalendarCollection, after: CalendarPosition?, limit: Int?, _ account: Account.ID
    ) async throws -> CalendarService.Changes {
        do {
            let whole = try await service.changes(
                inCalendar: calendar.id, after: after, limit: min(limit ?? Self.most, Self.most), of: account)
            guard whole.hasMore, let limit, limit <= Self.most else { return whole }
            if limit > 1 {
                return try await service.changes(inCalendar: calendar.id, after: after, limit: limit - 1, of: account)
            }
        } catch DomainError.expired {
            throw Self.invalidToken
        }
        throw DAVFailure(
            .insufficientStorage, .dav("number-of-matches-within-limits"),
            "There is more than one change. Ask for at least 2 results, of which one may say that there are more.")
    }

    private static let invalidToken = DAVFailure(
        .forbidden, .dav("valid-sync-token"), "The sync token is too old, or not of this database. Begin again without a token."
    )

    /// The position of a sync token; nil for a first sync.
    private static func position(_ report: DAVElement, epoch: String) throws -> CalendarPosition? {
        let text = report[.dav("sync-token")]?.text.trimmed ?? ""
        if text.isEmpty { return nil }
        guard let token = SyncToken(text), token.epoch == epoch else { throw invalidToken }
        return token.position
    }

    private static func limit(_ report: DAVElement) throws -> Int? {
        guard let element = report[.dav("limit")]?[.dav("nresults")] else { return nil }
        guard let limit = Int(element.text.trimmed), limit > 0 else {
            throw DAVFailure.tooMany("nresults is a number above 0.")
        }
        return limit
    }
}
