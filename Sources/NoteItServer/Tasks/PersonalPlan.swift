import Foundation
import NoteItCore
import Planning

/// A person's plan and what it depends on.
struct PersonalPlan: Sendable {
    private static let daysBefore = 7
    private static let daysAhead = 27
    /// The most days of a plan, from today.
    static let mostDays = 112

    private(set) var inputs: StudyInputs
    private let now: Date
    private let zone: TimeZone
    private let today: Day
    /// The digest of everything that the plan depends on. Blocks that may move are not among it, nor is the time of day: a plan
    /// stays as it is until something else changes.
    let digest: String

    init(_ inputs: StudyInputs, now: Date) throws {
        (self.inputs, self.now) = (inputs, now)
        zone = inputs.settings.zone ?? .gmt
        today = Day(now, in: zone)
        digest = try Self.digest(of: inputs, on: today)
    }

    /// Whether the stored plan still holds; also if there is none, and nothing to plan.
    var isCurrent: Bool {
        guard let plan = inputs.plan else { return inputs.tasks.isEmpty && inputs.settings.hours.isEmpty }
        return plan.digest == digest
    }

    private static func digest(of inputs: StudyInputs, on today: Day) throws -> String {
        var settings = inputs.settings
        (settings.alerts, settings.rules) = (StudySettings.Alerts(), [])
        let classes = inputs.classes.map { section in
            var section = section
            (section.term.name, section.term.current) = ("", false)
            return section
        }.sorted { $0.section < $1.section }
        let kept = inputs.blocks.filter { $0.kind == .study && ($0.pinned || $0.done || $0.missed) }
            .sorted(by: StudyPlan.Block.precedes)
        // Only what can matter to the plan of today: the store's list begins and ends with the time of day.
        let zone = settings.zone ?? .gmt
        let (start, end) = (today.start(in: zone), today.adding(days: mostDays).start(in: zone))
        let busy = inputs.busy.filter { ($0.lastEnd.map { $0 > start } ?? true) && ($0.firstStart.map { $0 < end } ?? true) }
            .map { "\($0.item) \($0.etag)" }.sorted()
        let parts = [
            today.description, try JSONCoding.string(settings), inputs.tasks.map(Self.text).joined(separator: "\n"),
            try JSONCoding.string(classes), try JSONCoding.string(kept), busy.joined(separator: "\n"),
        ]
        return Secret.digest(parts.joined(separator: "\n"))
    }

    /// What the plan depends on of a task. Not JSON, which takes longer: a person may have thousands of tasks.
    private static func text(of task: StudyTask) -> String {
        let times = [task.start, task.end, task.earliest, task.deadline].map { $0.map { String($0.seconds) } ?? "" }
        let numbers = [task.minutes, task.spaced].map { $0.map(String.init) ?? "" }
        let after = task.after.map(\.description).joined(separator: " ")
        let exceptions = (task.recurrence?.exceptions ?? []).map { String($0.seconds) }.joined(separator: " ")
        let parts =
            [task.id.description, task.kind.rawValue, task.priority.rawValue, String(task.minutesDone), String(task.done)]
            + times + numbers
            + [after, task.recurrence?.rule ?? "", exceptions, task.course?.description ?? "", task.event?.description ?? ""]
        // Absent where there is none: so plans of another version of the server stay as they are.
        let every = task.every.map { ["every \($0.rawValue)"] } ?? []
        return (parts + every + [task.title]).joined(separator: "\t")
    }

    /// The plan made anew. Blocking, for planning threads.
    /// - Parameter isOver: asked now and then; once it is true, the search ends with what it found.
    func made(steps: Int, isOver: @escaping () -> Bool = { false }) throws -> KeptPlan {
        let days = today...horizon
        let timetable = StudyPlanner.plan(problem(days), steps: steps, isOver: isOver)
        let plan = StudyPlan(timetable, names: PlanNames(inputs.tasks), settings: inputs.settings)
        let end = days.upperBound.adding(days: 1).start(in: zone)
        var blocks = plan.blocks.filter { $0.kind == .study || $0.kind == .break }
        // The planner does not list blocks after its days. People moved them there.
        let ids = Set(blocks.map(\.id))
        blocks += inputs.blocks.filter { $0.start >= end && $0.kind == .study && !ids.contains($0.id) }
        var result = plan
        result.blocks = []
        var kept = KeptPlan(
            digest: digest, expiresAt: today.adding(days: 1).start(in: zone), blocks: blocks, shown: "", result: result,
            waiting: timetable.waiting)
        let shown = keeping(kept).timetable(
            from: today.adding(days: -Self.daysBefore), to: today.adding(days: Self.daysAhead))
        kept.shown = try JSONCoding.string(shown)
        return kept
    }

    /// The last day to plan: that of the latest deadline or block, at least four weeks from today, at most sixteen.
    private var horizon: Day {
        let open = inputs.tasks.filter { $0.kind == .flexible && !$0.done }.compactMap(\.deadline)
        let latest = (open + inputs.blocks.map(\.start)).max() ?? now
        let last = today.adding(days: Self.mostDays - 1)
        if latest >= last.start(in: zone) { return last }
        return max(today.adding(days: Self.daysAhead), Day(latest, in: zone))
    }

    private func problem(_ days: ClosedRange<Day>) -> StudyProblem {
        let span = Day.span(from: days.lowerBound, to: days.upperBound, in: zone)
        let waiting = (inputs.plan?.waiting ?? [:]).filter { $0.value < days.lowerBound.number }
        var problem = StudyProblem(
            now: now.seconds, days: days.lowerBound.number...days.upperBound.number,
            zone: ZoneOffsets(zone, covering: [span]), settings: StudyProblem.Settings(inputs.settings),
            tasks: inputs.tasks.filter { $0.kind == .flexible }.map { task in
                var work = StudyProblem.Task(task)
                work.waitsSince = waiting[work.id]
                return work
            })
        problem.busy = FixedTimes(inputs).blocks(meeting: span).map { ($0.start..<$0.end).seconds }
        problem.earlier = earlier.compactMap(StudyProblem.EarlierBlock.init)
        problem.namesRests = true
        return problem
    }

    /// The study blocks that the plan looks at. What was missed on an earlier day, and made up for since, is over.
    private var earlier: [StudyPlan.Block] {
        let (study, start) = (inputs.blocks.filter { $0.kind == .study }, today.start(in: zone))
        let lastDone = Dictionary(study.filter(\.done).map { ($0.task, $0.start) }, uniquingKeysWith: max)
        return study.filter { block in
            block.done || block.start >= start || lastDone[block.task].map { $0 <= block.start } ?? true
        }
    }

    /// This situation with a newer plan in place of the stored one.
    func keeping(_ plan: KeptPlan) -> PersonalPlan {
        var new = self
        let start = today.start(in: zone)
        new.inputs.blocks = inputs.blocks.filter { $0.start < start } + plan.blocks
        new.inputs.plan = plan
        return new
    }

    /// The answer of `timetable` for a plan that is current, read as it was stored for devices; nil beyond the days that they
    /// show.
    func shown(from: Day, to: Day) throws -> StudyPlan? {
        guard from >= today.adding(days: -Self.daysBefore), to <= today.adding(days: Self.daysAhead),
            let text = inputs.plan?.shown
        else { return nil }
        var plan = try JSONCoding.decode(StudyPlan.self, from: text)
        let span = Day.span(from: from, to: to, in: zone)
        plan.blocks.removeAll { block in
            switch block.kind {
            case .study, .break: !span.contains(block.start)
            case .fixed, .class: block.end <= span.lowerBound || block.start >= span.upperBound
            }
        }
        return plan
    }

    /// What the plan has from one day to another, with classes and fixed tasks.
    /// - Parameter isOver: ends the work; the rest is left out.
    func timetable(from: Day, to: Day, until isOver: () -> Bool = { false }) -> StudyPlan {
        let span = Day.span(from: from, to: to, in: zone)
        let (names, start) = (PlanNames(inputs.tasks), today.start(in: zone))
        let stored = inputs.blocks.filter { span.contains($0.start) }.map { names.naming($0).shown(onDayFrom: start) }
        var plan = inputs.plan?.result ?? .empty
        plan.blocks = (stored + FixedTimes(inputs).blocks(meeting: span, until: isOver)).sorted(by: StudyPlan.Block.precedes)
        return plan
    }

    /// The days that a request without `from` and `to` asks for: a week from today.
    func days(from: Day?, to: Day?) -> (from: Day, to: Day) {
        let from = from ?? today
        return (from, to ?? from.endOfSpan)
    }
}

extension StudyPlan.Block {
    /// The block as it is answered. What was not done on its day counts as missed: it comes back on a later one.
    /// - Parameter start: of today.
    func shown(onDayFrom start: Date) -> Self {
        var block = self
        if kind == .study, self.start < start, !done { block.missed = true }
        return block
    }
}
