import Foundation
import NoteItCore

extension ClassView {
    /// The screen as it is now.
    public mutating func frame() -> ScreenFrame {
        let lines = [header] + body
        var filled = Array(lines.prefix(size.height - 1))
        filled += Array(repeating: Styled(), count: max(0, size.height - 1 - filled.count))
        guard let field else { return ScreenFrame(filled + [footer], size: size) }
        let (line, column) = field.line(width: size.width)
        return ScreenFrame(filled + [line], size: size, cursor: ScreenFrame.Place(row: filled.count, column: column))
    }

    /// The list, for rows of this width.
    var list: Listing { Listing(Glance(book, width: max(8, size.width - 2)).sections) }

    private var body: [Styled] {
        mutating get {
            switch pages[pages.count - 1] {
            case .list(var selection):
                let list = list
                selection.settle(list, room: room)
                pages[pages.count - 1] = .list(selection)
                return list.shown(selection, size: size, room: room, unicode: book.unicode)
            case .search(let search): return search.lines(size: size, room: room)
            case .thread(let thread): return Self.window(thread.lines, thread.scroll, room)
            case .task(let id, let scroll): return Self.window(taskLines(id), scroll, room)
            case .help(let scroll): return Self.window(Self.helpLines, scroll, room)
            case .calendar(let page): return page.lines(size: size, room: room)
            }
        }
    }

    private static func window(_ lines: [Styled], _ top: Int, _ room: Int) -> [Styled] {
        Array(lines.dropFirst(min(top, max(0, lines.count - room))).prefix(room))
    }

    func taskLines(_ id: StudyTask.ID) -> [Styled] {
        guard let task = book.tasks[id] else { return [Styled("This task was deleted.", .faint)] }
        let all = Array(book.tasks.values)
        let page = TaskPage(
            task, names: TaskNames(all), event: task.event.flatMap { book.events[$0] }, plan: book.plan,
            style: StudyStyle(clock: book.dayClock, tasks: all, unicode: book.unicode))
        return page.lines(width: size.width)
    }

    /// The time, and how current the page is.
    private var header: Styled {
        let time = "\(book.clock.label(book.clock.today)) \(book.clock.time(book.now))\(book.termSuffix)"
        let left = Styled(time, .heading) + Styled("  " + book.account.displayName, .faint)
        let right = state
        let gap = size.width - left.width - right.width
        if gap >= 2 { return left + Styled(String(repeating: " ", count: gap)) + right }
        return right.width + 2 < size.width
            ? left.truncated(to: size.width - right.width - 1).padded(to: size.width - right.width) + right : right
    }

    private var state: Styled {
        switch link {
        case .connecting: Styled("connecting", .faint)
        case .live: Styled("live", .good)
        case .offline(let time?): Styled("offline: as of \(asOf(time))", .warning)
        case .offline(nil): Styled("offline", .warning)
        }
    }

    private func asOf(_ time: Date) -> String {
        Day(time, in: book.clock.timeZone) == book.clock.today ? book.clock.time(time) : book.clock.short(time)
    }

    private var footer: Styled {
        if let note { return note }
        let footers = self.footers
        return Styled(footers.first { $0.count < size.width } ?? footers.last ?? "", .faint)
    }

    /// What the keys do, the longest first.
    private var footers: [String] {
        switch pages[pages.count - 1] {
        case .list where chosenBlock != nil:
            [
                "arrows: move  Enter: open  >: half an hour later  u: not done yet  d: task done  p: post  ?: help  q: quit",
                "arrows: move  Enter: open  >: later  u: not done yet  p: post  d: task done  ?: help",
                "arrows: move  Enter: open  >: later  ?: help  q: quit", "?: help  q: quit",
            ]
        case .list:
            [
                "arrows: move  Enter: open  r: reply  p: post  d: done  e: edit  c: calendar  /: search  ?: help  q: quit",
                "arrows: move  Enter: open  r: reply  p: post  d: done  c: calendar  ?: help",
                "arrows: move  Enter: open  r: reply  /: search  ?: help  q: quit", "?: help  q: quit",
            ]
        case .search: ["arrows: move  Enter: open  r: reply  /: search again  q: back", "Enter: open  q: back"]
        case .thread:
            [
                "arrows: scroll  r: reply  R: in your editor  t: thank  m: remind me  f: follow  d: done  e: edit  q: back",
                "arrows: scroll  r: reply  R: in your editor  t: thank  m: remind me  d: done  e: edit  q: back",
                "r: reply  R: in your editor  t: thank  m: remind me  d: done  e: edit  q: back",
                "arrows: scroll  r: reply  R: in your editor  q: back", "r: reply  q: back",
            ]
        case .task: ["arrows: scroll  d: done  q: back", "q: back"]
        case .help: ["arrows: scroll  q: back", "q: back"]
        case .calendar(let page):
            page.browser.isOpen
                ? ["up down: choose  Enter: open it  left right: other day  q: back", "Enter: open  q: back"]
                : ["arrows: day  n p: month  t: today  Enter: open day  q: back", "Enter: open  q: back"]
        }
    }

    static let helpLines: [Styled] = {
        let keys: [(String, String)] = [
            ("arrows, j k", "move or scroll by a line"), ("space, b", "a page down or up, as the page keys do"),
            ("g, G", "to the beginning, to the end"), ("Enter, l", "open the line; a notification becomes read"),
            ("Escape, h, q", "back"), ("r", "reply in a line, which Enter sends"), ("R", "reply in your editor"),
            ("p, a", "post, or ask a question: the course, then the title"),
            ("d", "tick a deadline or a task off, or take it back"), ("e", "edit your event in your editor"),
            ("m", "remind me of the event at a time: fri 17:00"),
            ("t", "thank for a reply of the open thread, or take it back"),
            ("f", "follow the event: hear of its replies; or stop"),
            ("P", "as staff: pin the event in its course, or take it off"),
            ("n", "a new task in a line: Read ch 9 fri 17:00 2h !high"),
            (">", "put a study block of today off by half an hour"),
            ("u", "take back that a study block of today is done"),
            ("c", "the calendar: a month, its days, their events"),
            ("/", "search here; Enter asks the server too"), ("Ctrl-L", "draw the screen again"),
            ("Ctrl-Z", "stop; fg continues"), ("q, Ctrl-C", "quit"),
        ]
        let filters = "Enter takes filters too: in:CMPT225 kind:exam due:today"
        return [Styled("Keys", .strong)] + keys.map { Styled("  " + $0.padded(to: 14), .code) + Styled($1) }
            + ["", Styled(filters, .faint), Styled("All filters: noteit search --help", .faint)]
            + [Styled("All commands: noteit --help", .faint)]
    }()
}
