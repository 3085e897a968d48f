import Foundation
import NoteItCore

/// The state of the full-screen view. Keys and changes go in; frames, and requests to the program around it, come out.
public struct ClassView: Sendable {
    /// What the program must do.
    public enum Request: Sendable, Equatable {
        case quit, suspend, redraw
        /// Read the thread from the copy, and show it.
        case open(Event.ID)
        case markRead(InboxNotification.ID)
        case search(String)
        case send(String, to: Event.ID, anonymous: Bool)
        /// Open the editor for a reply.
        case write(Event.ID, anonymous: Bool)
        /// Post a text that begins with a course.
        case post(String, Event.Kind)
        /// Open the editor for an event of the reader's.
        case edit(Event.ID)
        /// Tick off, or take it back.
        case tick(Event.ID, done: Bool)
        case tickTask(StudyTask.ID, done: Bool)
        /// Thank for a reply, or take it back.
        case thank(Reply.ID, in: Event.ID, wanted: Bool)
        /// Set the reminder of an event to a time as it was typed; nothing takes it away.
        case remind(Event.ID, at: String)
        /// Follow an event, or stop following it.
        case follow(Event.ID, wanted: Bool)
        /// Pin an event to the top of its course, or take the pin off.
        case pin(Event.ID, wanted: Bool)
        /// Add a task that a line describes.
        case addTask(String)
        /// Change a study block. `verb` says how, such as `Later`.
        case change(StudyPlan.Block, StudyBlockPatch, verb: String)
        /// Read the entries of these days from the copy.
        case calendar(ClosedRange<Day>)
    }

    /// The connection to the server.
    public enum Link: Sendable, Equatable {
        case connecting, live
        /// - Parameter asOf: when the copy was last up to date.
        case offline(asOf: Date?)
    }

    enum Page: Sendable {
        case list(Selection)
        case thread(ThreadView)
        case task(StudyTask.ID, scroll: Int)
        case search(SearchView)
        case help(scroll: Int)
        case calendar(CalendarPage)
    }

    /// The chosen row of a list.
    struct Selection: Sendable, Equatable {
        /// Counts the rows that can be opened.
        var index = 0
        var target: Glance.Target?
        /// An event may stand in several sections.
        var section = ""
        /// The first line on the screen.
        var top = 0
        /// Until the first key, the first row is chosen, in whatever order the sections arrive.
        var isTouched = false
    }

    enum Purpose: Sendable, Equatable {
        case search, reply(Event.ID, anonymous: Bool), post(Event.Kind), thank, remind(Event.ID), task
    }

    public var book: ClassBook
    public var link = Link.connecting
    /// The last line, until the next key.
    public var note: Styled?
    /// The first is the list.
    var pages: [Page] = [.list(Selection())]
    var field: LineField?
    private var purpose = Purpose.search
    /// Replies that were typed and not sent.
    private var drafts: [Event.ID: String] = [:]
    /// A post that was typed and not sent.
    var postDraft: (text: String, kind: Event.Kind)?
    /// A task that was typed and not added.
    var taskDraft = ""
    /// The writes whose outcome is not shown yet, oldest first. The next key counts on them.
    var underway: [Request] = []
    /// The question for which similar ones were shown: the same is posted.
    public var offered: String?
    private(set) var size: ScreenSize

    public init(_ book: ClassBook, size: ScreenSize) { (self.book, self.size) = (book, size) }

    public mutating func resize(_ size: ScreenSize) {
        self.size = size
        for (index, page) in pages.enumerated() {
            guard case .thread(var thread) = page else { continue }
            thread.lay(width: size.width)
            pages[index] = .thread(thread)
        }
    }

    /// The lines between the first and the last.
    var room: Int { max(1, size.height - 2) }
}

/// What comes from the program.
extension ClassView {
    /// - Returns: what must be read again.
    public mutating func apply(_ changes: [Change]) -> ClassBook.Stale {
        var stale = ClassBook.Stale.nothing
        for change in changes { stale = max(stale, book.apply(change)) }
        for index in pages.indices {
            guard case .thread(var thread) = pages[index], thread.apply(changes, width: size.width) else { continue }
            if thread.isGone {
                note = Styled("\(thread.page.event.reference) was deleted.", .warning)
                pages.removeSubrange(index...)
                break
            }
            // Who reads a thread sees its new replies.
            if index == pages.count - 1 { book.see(thread.page.event.id) }
            pages[index] = .thread(thread)
        }
        return stale
    }

    /// Shows a thread.
    public mutating func show(_ page: EventPage) {
        book.see(page.event.id)
        pages.append(.thread(ThreadView(page, width: size.width)))
    }

    /// Shows a thread as it is now, if it is open.
    public mutating func refresh(_ page: EventPage) {
        for (index, each) in pages.enumerated() {
            guard case .thread(let old) = each, old.page.event.id == page.event.id else { continue }
            var thread = ThreadView(page, width: size.width)
            thread.scroll = old.scroll
            pages[index] = .thread(thread)
        }
    }

    /// How many results of a search are shown.
    public static var mostFound: Int { SearchView.most }

    /// Shows the server's results of a search, unless another page is shown meanwhile.
    public mutating func show(_ results: SearchResults, of text: String) {
        guard case .search(var search)? = pages.last, search.text == text else { return }
        search.found(results)
        pages[pages.count - 1] = .search(search)
    }

    /// Takes a write whose outcome is shown, or which failed.
    public mutating func settle(_ write: Request) { underway.firstIndex(of: write).map { _ = underway.remove(at: $0) } }

    /// Whether a write that waits for its outcome comes after this one to the same study block.
    public func isMoving(_ block: StudyPlan.Block.ID) -> Bool { lately { $0.block(block) } != nil }

    /// Keeps a reply that could not be sent: the next `r` continues it.
    public mutating func keepReply(_ draft: String, to event: Event.ID) { drafts[event] = draft }

    /// Keeps a post that could not be sent: the next `p` continues it.
    public mutating func keepPost(_ text: String, _ kind: Event.Kind) {
        postDraft = text.contains { !$0.isWhitespace } ? (text: text, kind: kind) : nil
    }

    /// The event of the thread on the screen.
    public var openEvent: Event.ID? {
        guard case .thread(let thread)? = pages.last else { return nil }
        return thread.page.event.id
    }
}

/// What keys do.
extension ClassView {
    public mutating func press(_ key: Key) -> Request? {
        switch key {
        case .suspend: return .suspend
        case .redraw: return .redraw
        case .end: return .quit
        default: break
        }
        if field != nil { return edit(key) }
        note = nil
        if case .paste = key {
            note = Styled("Nothing was pasted: r replies, p posts, / searches.")
            return nil
        }
        touch()
        if case .calendar(let page)? = pages.last, key != .letter("?"), key != .letter("/") { return press(key, in: page) }
        switch key {
        case .interrupt: return .quit
        case .letter("?"):
            if case .help? = pages.last { return back() }
            pages.append(.help(scroll: 0))
        case .letter("/"): ask(.search, LineField("Search:"))
        case .letter("q"), .escape, .left, .letter("h"): return key == .letter("q") || pages.count > 1 ? back() : nil
        case .letter("r"), .letter("R"): return reply(inEditor: key == .letter("R"))
        case .letter("p"), .letter("a"): askForPost(key == .letter("a") ? .question : .note)
        case .letter("e"): return editEvent()
        case .letter("d"): return tick()
        case .letter("t"): askForThanks()
        case .letter("m"): askForReminder()
        case .letter("f"): return follow()
        case .letter("P"): return pin()
        case .letter("n"): ask(.task, LineField("New task:", text: taskDraft))
        case .letter(">"): return putOff()
        case .letter("u"): return reopen()
        case .letter("c"): return openCalendar()
        default: return move(key)
        }
        return nil
    }

    private mutating func touch() {
        guard case .list(var selection)? = pages.last else { return }
        selection.isTouched = true
        pages[pages.count - 1] = .list(selection)
    }

    mutating func back() -> Request? {
        guard pages.count > 1 else { return .quit }
        pages.removeLast()
        return nil
    }

    mutating func ask(_ purpose: Purpose, _ field: LineField) { (self.purpose, self.field) = (purpose, field) }

    private mutating func edit(_ key: Key) -> Request? {
        guard var field else { return nil }
        let step = field.press(key)
        self.field = step == .editing ? field : nil
        switch (step, purpose) {
        case (.editing, .search), (.entered, .search): return search(field.text, isDone: step == .entered)
        case (.cancelled, .search): if case .search? = pages.last { pages.removeLast() }
        case (.entered, .reply(let event, let anonymous)):
            drafts[event] = nil
            guard field.text.contains(where: { !$0.isWhitespace }) else {
                note = Styled("Nothing was written, so nothing was sent.")
                return nil
            }
            return .send(field.text, to: event, anonymous: anonymous)
        case (.cancelled, .reply(let event, _)):
            drafts[event] = field.text
            note = Styled("Nothing was sent." + (field.text.isEmpty ? "" : " r continues."))
        case (.entered, .post(let kind)): return post(field.text, kind)
        case (.cancelled, .post(let kind)):
            keepPost(field.text, kind)
            note = Styled("Nothing was posted." + (postDraft == nil ? "" : " p continues."))
        case (.entered, .thank): return thank(field.text)
        case (.entered, .remind(let event)): return .remind(event, at: field.text)
        case (.entered, .task): return addTask(field.text)
        case (.cancelled, .task):
            keepTask(field.text)
            note = Styled("Nothing was added." + (taskDraft.isEmpty ? "" : " n continues."))
        case (.editing, _), (.cancelled, .thank), (.cancelled, .remind): break
        }
        return nil
    }

    /// While a search is typed, the events in memory are searched; the server is asked at the end.
    private mutating func search(_ text: String, isDone: Bool) -> Request? {
        let search = SearchView(text, in: book)
        if case .search? = pages.last { pages.removeLast() }
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        pages.append(.search(search))
        return isDone ? .search(text) : nil
    }

    /// Replies to the thread on the screen, or to the chosen event.
    private mutating func reply(inEditor: Bool) -> Request? {
        guard let event = openEvent ?? chosenEvent, let known = book.events[event] else {
            note = Styled("Choose an event to reply to.")
            return nil
        }
        let anonymous = book.repliesAnonymously(to: known)
        if inEditor { return .write(event, anonymous: anonymous) }
        let prompt = "Reply to \(known.reference)\(anonymous ? " (anonymously)" : ""):"
        ask(.reply(event, anonymous: anonymous), LineField(prompt, text: drafts[event] ?? ""))
        return nil
    }

    var chosenEvent: Event.ID? {
        switch pages.last {
        case .list(let selection)?:
            switch selection.target {
            case .event(let id)?: return id
            case .notification(let id)?: return book.notifications[id]?.event
            case .task, .block, nil: return nil
            }
        case .search(let search)?: return search.chosen
        default: return nil
        }
    }

    mutating func open(_ target: Glance.Target?) -> Request? {
        switch target {
        case .event(let id)?: return .open(id)
        case .task(let id)?, .block(_, let id)?: pages.append(.task(id, scroll: 0))
        case .notification(let id)?: return .markRead(id)
        case nil: break
        }
        return nil
    }

    private mutating func move(_ key: Key) -> Request? {
        let last = pages.count - 1
        switch pages[last] {
        case .list(var selection):
            if key == .enter || key == .right || key == .letter("l") { return open(selection.target) }
            selection.press(key, list, room: room)
            pages[last] = .list(selection)
        case .search(var search):
            if key == .enter || key == .right || key == .letter("l") { return search.chosen.map { .open($0) } }
            search.press(key, room: room)
            pages[last] = .search(search)
        case .thread(var thread):
            thread.scroll = Scroll.moved(thread.scroll, key, count: thread.lines.count, room: room)
            pages[last] = .thread(thread)
        case .task(let id, let scroll):
            pages[last] = .task(id, scroll: Scroll.moved(scroll, key, count: taskLines(id).count, room: room))
        case .calendar: break
        case .help(let scroll):
            pages[last] = .help(scroll: Scroll.moved(scroll, key, count: Self.helpLines.count, room: room))
        }
        return nil
    }
}
