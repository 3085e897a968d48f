import Foundation
import NoteItCore

/// The class at a glance: sections of rows.
public struct Glance: Sendable {
    /// What Enter opens.
    public enum Target: Sendable, Hashable {
        case event(Event.ID), notification(InboxNotification.ID), task(StudyTask.ID)
        /// A study block, which opens its task.
        case block(StudyPlan.Block.ID, of: StudyTask.ID)
    }

    struct Row: Sendable {
        /// Nil: nothing to open.
        var target: Target?
        var line: Styled
    }

    struct Section: Sendable {
        var title: String
        var rows: [Row]
        /// What stands there instead of rows if there are none.
        var nothing: String?
        /// How many rows are left out, and the command that lists them.
        var rest: (count: Int, command: String)?
    }

    /// The most rows of a section.
    private static let most = 30

    private let book: ClassBook
    private let width: Int?

    /// - Parameter width: of a row; nil means as wide as needed.
    init(_ book: ClassBook, width: Int?) { (self.book, self.width) = (book, width) }

    /// The summary: the same as the screen, as lines.
    public static func lines(_ book: ClassBook, width: Int?) -> [Styled] {
        let sections = Glance(book, width: width.map { $0 - 2 }).sections
        return Array(
            sections.map { section in
                [Styled(section.title, .strong)] + section.rows.map { Styled("  ") + $0.line }
                    + section.notes.map { Styled("  ") + $0 }
            }.joined(separator: [Styled()]))
    }

    var sections: [Section] {
        if book.courses.isEmpty, book.events.isEmpty { return [welcome] + [today, tasks, inbox].filter { !$0.rows.isEmpty } }
        return [today, due] + [tasks, unread, inbox].filter { !$0.rows.isEmpty }
    }

    private var welcome: Section {
        book.isKnown
            ? Section(title: "You are in no course yet", rows: [], nothing: "Find your courses with: noteit course add")
            : Section(title: "Nothing is here yet", rows: [], nothing: "Your class appears when the server is reached.")
    }

    /// Rows of a table, each with what it opens.
    private func section(
        _ title: String, _ table: Table, _ targets: [Target?], of count: Int, more command: String, nothing: String? = nil
    ) -> Section {
        let rows = zip(targets, table.lines(width: width)).map { Row(target: $0, line: $1) }
        return Section(
            title: title, rows: rows, nothing: rows.isEmpty ? nothing : nil,
            rest: count > rows.count ? (count - rows.count, command) : nil)
    }

    private var today: Section {
        let (style, day) = (CalendarStyle(clock: book.dayClock, unicode: book.unicode), book.dayClock.today)
        var table = Table([
            .init("time"), .init("title", least: 12, comesFirst: true), .init("place", least: 6, dropRank: 1), .init("state"),
        ])
        for item in book.day {
            let isOver = !item.allDay && item.end < book.now
            let isNow = !item.allDay && item.start <= book.now && book.now < item.end
            let tone: Tone = isOver ? .faint : isNow ? .strong : .plain
            table.addRow([
                Styled(style.time(of: item, on: day), isOver ? .faint : .plain), Styled(title(item), tone),
                Styled(item.location, .faint), state(item, isNow: isNow, isOver: isOver),
            ])
        }
        return section(
            "Today" + book.zoneSuffix, table, book.day.map(target), of: book.day.count, more: "noteit study today",
            nothing: "No classes, and nothing is planned.")
    }

    private func title(_ item: CalendarItem) -> String {
        switch item.kind {
        case .study: "study: \(item.title)" + (item.course.map { " (\($0.name))" } ?? "")
        case .class, .due, .task, .personal, .import: item.title
        }
    }

    private func state(_ item: CalendarItem, isNow: Bool, isOver: Bool) -> Styled {
        if item.done == true { return Styled("done", .good) }
        guard isNow else { return Styled() }
        let left = Int((item.end.timeIntervalSince(book.now) / 60).rounded(.up)).asHours
        return Styled("now", .mine) + Styled(", \(left) left", .faint)
    }

    private func target(_ item: CalendarItem) -> Target? {
        guard item.kind == .study || item.kind == .task else { return nil }
        let task = item.kind == .task ? item.id : book.plan?.blocks.first { $0.id == item.id }?.task
        guard let id = task.flatMap({ StudyTask.ID($0) }), book.tasks[id] != nil else { return nil }
        return item.kind == .study ? .block(item.id, of: id) : .task(id)
    }

    private var due: Section {
        let all = book.due
        var table = Table([
            .init("when"), .init("event"), .init("kind", dropRank: 2), .init("title", least: 12, comesFirst: true),
            .init("author", least: 8, dropRank: 1), .init("distance", dropRank: 3),
        ])
        for event in all.prefix(Self.most) {
            let due = event.due ?? book.now
            let isLate = due < book.now && event.kind != .exam
            table.addRow([
                Styled(when(due), isLate ? .bad : .plain), Styled(event.reference, .strong),
                Styled(event.kind.label(unicode: book.unicode), event.kind.tone),
                Styled(event.title, event.kind == .exam ? .exam : .plain), book.reader.author(of: event),
                Styled(book.clock.distance(due), .faint),
            ])
        }
        return section(
            "Due", table, all.prefix(Self.most).map { .event($0.id) }, of: all.count, more: "noteit agenda",
            nothing: "Nothing is due.")
    }

    /// `Today 17:00`, `Fri 27 Nov 17:00`
    private func when(_ due: Date) -> String {
        "\(book.clock.heading(Day(due, in: book.clock.timeZone))) \(book.clock.time(due))"
    }

    private var tasks: Section {
        let all = book.openTasks
        var table = Table([
            .init("title", least: 12, comesFirst: true), .init("course", dropRank: 1), .init("time"),
            .init("work", dropRank: 2),
        ])
        for task in all.prefix(Self.most / 3) {
            let isLate = task.deadline.map { $0 < book.now } ?? false
            table.addRow([
                Styled(task.title), Styled(task.course?.name ?? "", .faint),
                Styled(task.timeWords(book.dayClock) + (isLate ? ", late" : ""), isLate ? .bad : .plain),
                Styled(task.workWords, .faint),
            ])
        }
        return section(
            "Tasks" + book.zoneSuffix, table, all.prefix(Self.most / 3).map { .task($0.id) }, of: all.count,
            more: "noteit task list")
    }

    private var unread: Section {
        let all = book.unread
        var table = Table([
            .init("event"), .init("kind", dropRank: 2), .init("title", least: 12, comesFirst: true),
            .init("author", least: 8, dropRank: 1),
            .init("when", dropRank: 3), .init("replies", least: 10, dropRank: 4),
        ])
        for event in all.prefix(Self.most) {
            table.addRow([
                Styled(event.reference, .strong), Styled(event.kind.label(unicode: book.unicode), event.kind.tone),
                (event.mustRead ? Styled("must read ", .warning) : Styled())
                    + Styled(event.title, event.kind == .notice ? .notice : .plain),
                book.reader.author(of: event), Styled(book.clock.distance(event.createdAt), .faint),
                Styled(event.replyWords, .faint),
            ])
        }
        return section(
            "New", table, all.prefix(Self.most).map { .event($0.id) }, of: all.count, more: "noteit event list --unread")
    }

    private var inbox: Section {
        let all = book.inbox
        var table = Table([
            .init("what", least: 20, comesFirst: true), .init("why", least: 8, dropRank: 1), .init("when", dropRank: 2),
        ])
        for notification in all.prefix(Self.most) {
            let words = book.words(notification)
            table.addRow([
                words.sentence, Styled(words.reason, .faint),
                Styled(book.clock.distance(notification.createdAt), .faint),
            ])
        }
        return section(
            "Inbox", table, all.prefix(Self.most).map { .notification($0.id) }, of: all.count, more: "noteit inbox")
    }
}

extension Glance.Section {
    /// What stands after the rows, or instead of them.
    var notes: [Styled] {
        [nothing, rest.map { "and \($0.count) more: \($0.command)" }].compactMap(\.self).map { Styled($0, .faint) }
    }
}
