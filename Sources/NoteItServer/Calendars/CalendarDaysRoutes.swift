import Foundation
import Hummingbird
import NoteItCore

/// Everything of some days: classes, due dates, study blocks, tasks, and other calendars.
struct CalendarDaysRoutes {
    let store: any Store
    let service: StudyService
    let pool: PlanningPool
    let now: @Sendable () -> Date

    var routes: Routes { Routes().get("/v1/me/calendar", token: .read(.everywhere), use: days) }

    func days(_ request: Request, context: AppContext) async throws -> CalendarDays {
        try await context.longReadOfObjects { try await read(request, context) }
    }

    private static let limit = Duration.seconds(60)

    /// The days from `from` to `to`, by default a week from today. Rules are expanded on the planning threads.
    private func read(_ request: Request, _ context: AppContext) async throws -> CalendarDays {
        let (account, query) = try (context.account(), request.query())
        await service.catchUp(account)
        let inputs = try await store.calendarInputs(of: account)
        let from = try query.day("from") ?? Day(now(), in: inputs.zone)
        let to = try query.day("to") ?? from.endOfSpan
        try to.requireSpan(from: from, mostDays: CalendarDays.mostDays)
        let span = Day.span(from: from, to: to, in: inputs.zone)
        let range = CalendarRange(
            from: from, to: to, inputs: inputs, others: try await others(of: account, in: span),
            imports: try await store.calendarImports(of: account))
        return try await pool.run(for: account, within: Self.limit, on: context.channel) { budget in
            var steps = WorkSteps(WorkSteps.most, until: budget.isOver)
            return range.days(&steps)
        }
    }

    private func others(of account: Account.ID, in span: Range<Date>) async throws -> [CalendarRange.Other] {
        var others: [CalendarRange.Other] = []
        for calendar in try await store.calendars(of: account, withProperties: false).calendars {
            if case .derived = calendar.kind { continue }
            do {
                let found = try await store.objects(
                    inCalendar: calendar.id, matching: .meeting(span), of: account)
                others.append(CalendarRange.Other(calendar: calendar, objects: found.objects))
            } catch DomainError.notFound {
                // It was deleted meanwhile.
            }
        }
        return others
    }
}

extension CalendarDays: ResponseEncodable {}
