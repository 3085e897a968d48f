import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Posts, edits, ticks and the calendar of the full-screen view.
extension ClassScreen {
    /// Posts a title after its course. What cannot be posted stays, to be continued.
    func post(_ text: String, _ kind: Event.Kind) async {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let split = CourseWords(words[0], Array(words.dropFirst()))
        do {
            let course = try await context.onlyCourse(split.course)
            let new = NewEvent(title: split.rest.joined(separator: " "), kind: kind, visibility: .public)
            if kind == .question, view.offered != text,
                let asked = await context.similarQuestions(to: new.title, in: course).first
            {
                view.keepPost(text, kind)
                view.offered = text
                view.note = Styled(
                    "Asked before: \(asked.event.reference) \(asked.event.title)  p, then Enter, posts yours.", .warning)
                return
            }
            switch try await context.outbox.post(new, in: course.id) {
            case .sent(let event):
                view.book.events[event.id] = event
                view.book.see(event.id)
                view.note =
                    event.unknownMentions.map { names in
                        Styled("Posted \(event.reference), but @\(names.joined(separator: ", @")) reaches nobody", .warning)
                    } ?? Styled("Posted \(event.reference)", .good)
            case .queued: view.note = Styled("Your post to \(course.name) waits in the outbox.", .warning)
            case .refused(let entry): view.note = Self.refusal("post", entry)
            }
        } catch {
            view.keepPost(text, kind)
            view.note = Styled("\(Complaint(error).brief(advice: 2)) p continues.", .bad)
        }
    }

    /// Opens the editor on the title and text of an event; the screen waits meanwhile.
    func edit(_ id: Event.ID) async {
        guard let event = view.book.events[id] else { return }
        screen.leave()
        let result = Result { try Writing.revising(event, context: context) }
        screen.enter()
        view.resize(screen.size)
        do {
            let (writing, patch) = try result.get()
            guard patch != EventPatch() else {
                view.note = Styled("Nothing changed.")
                return
            }
            let again = ShellCommand("noteit", "event", "edit", event.reference).with("--title", patch.title)
                .with("--body", patch.body.map { $0.isEmpty ? "" : "-" })
            let context = self.context
            let edited = try await writing.sending(again: again, reading: patch.body ?? "") { @Sendable in
                try await context.writing({ [.upsert(.event($0), rev: $0.rev)] }) {
                    try await context.client.edit(id, with: patch.validated(), rev: event.rev)
                }
            }
            view.book.events[id] = edited
            if let page = try await page(id) { view.refresh(page) }
            view.note = Styled("Changed \(edited.reference)", .good)
        } catch {
            view.note = Styled(Complaint(error).brief(), .warning)
        }
    }

    /// Ticks a deadline off. Without a server the tick waits, and counts here at once; so do the other changes of marks.
    func tick(_ id: Event.ID, done: Bool, _ request: ClassView.Request) {
        let name = name(of: id)
        change(
            request, of: id, sent: "\(done ? "Done" : "Open again"): \(name)",
            queued: "The tick of \(name) waits in the outbox.",
            failed: "\(name) was not ticked off"
        ) { try await $0.mark(id, done: done) }
    }

    /// Thanks for a reply, or takes that back.
    func thank(for reply: Reply.ID, _ wanted: Bool, in event: Event.ID, _ request: ClassView.Request) {
        change(
            request, of: event, sent: wanted ? "Thanked." : "Thanks taken back.", queued: "Your thanks wait in the outbox."
        ) { try await $0.thank(for: reply, wanted, in: event) }
    }

    /// Sets the reminder of an event.
    func remind(of id: Event.ID, at text: String, _ request: ClassView.Request) {
        let (name, clock) = (name(of: id), view.book.clock)
        do {
            let isNone = text.allSatisfy(\.isWhitespace)
            let time = isNone ? nil : try CommandContext.coming(text, DueText(now: Date(), timeZone: clock.timeZone)).date
            change(
                request, of: id, sent: time.map { "Reminder of \(name): \(clock.full($0))" } ?? "No reminder of \(name)",
                queued: "The reminder of \(name) waits in the outbox."
            ) { try await $0.remind(of: id, at: time) }
        } catch {
            view.note = Styled(Complaint(error).brief(), .bad)
        }
    }

    /// Follows an event, or stops.
    func follow(_ id: Event.ID, _ wanted: Bool, _ request: ClassView.Request) {
        let name = name(of: id)
        change(
            request, of: id, sent: wanted ? "Following \(name): you hear of its replies" : "No longer following \(name)",
            queued: "That waits in the outbox: \(wanted ? "follow" : "stop following") \(name)."
        ) { try await $0.follow(id, following: wanted, muted: wanted ? false : nil) }
    }

    private func name(of id: Event.ID) -> String { view.book.events[id]?.reference ?? "the event" }

    /// Changes a mark, and says what came of it. A change that was refused is dropped.
    private func change(
        _ request: ClassView.Request, of event: Event.ID, sent: String, queued: String, failed: String = "Nothing changed",
        by work: @escaping @Sendable (Outbox) async throws -> Outbox.Outcome<EventMark>
    ) {
        write(request, failed: failed) { screen, outbox in
            let outcome = try await work(outbox)
            try await screen.show(outcome, of: event)
            switch outcome {
            case .sent: screen.view.note = Styled(sent, .good)
            case .queued: screen.view.note = Styled(queued, .warning)
            case .refused(let entry):
                try await outbox.drop(entry.id)
                screen.view.note = Styled("\(failed): \(entry.reason)", .bad)
            }
        }
    }

    /// Shows a changed mark. While the connection is live, the copy may lag behind it and the thread on the screen.
    private func show(_ outcome: Outbox.Outcome<EventMark>, of event: Event.ID) async throws {
        if case .sent(let mark) = outcome {
            _ = view.apply([.upsert(.mark(mark), rev: nil)])
            if view.link == .live { return }
        }
        if let mark = try await context.copy.mark(of: event) { view.book.marks[event] = mark }
        if let page = try await page(event) { view.refresh(page) }
    }

    /// Pins an event to the top of its course, or takes the pin off. Needs the server.
    func pin(_ id: Event.ID, _ wanted: Bool, _ request: ClassView.Request) {
        write(request) { screen, _ in
            let client = screen.context.client.with(timeout: .seconds(5))
            if wanted { _ = try await client.pin(id) } else { try await client.unpin(id) }
            // The log tells of it, as it tells every reader of the course, a moment later.
            if var event = screen.view.book.events[id] {
                event.pinned = wanted ? true : nil
                _ = screen.view.apply([.upsert(.event(event), rev: nil)])
            }
            screen.view.note = Styled("\(wanted ? "Pinned" : "Unpinned") \(screen.name(of: id))", .good)
        }
    }

    /// Marks a task as done, or open again. Needs the server.
    func tick(_ id: StudyTask.ID, done: Bool, _ request: ClassView.Request) {
        write(request, failed: "It stays as it was") { screen, _ in
            let task = try await screen.context.client.with(timeout: .seconds(5)).mark(id, TaskDone(done: done))
            screen.view.book.tasks[id] = task
            screen.view.note = Styled("\(done ? "Done" : "Open again"): \(task.title)", .good)
        }
    }

    func readCalendar(_ days: ClosedRange<Day>) async throws {
        var style = try await context.calendarStyle()
        style.clock.now = Date()
        let found = try await context.copy.calendarDays(
            from: days.lowerBound, to: days.upperBound, in: style.clock.timeZone, at: style.clock.now)
        let ticked = try await context.copy.tickedOff()
        let items = found.items.map { item in
            guard item.kind == .due, let id = Event.ID(item.id), ticked.contains(id) else { return item }
            var item = item
            item.done = true
            return item
        }
        view.show(items, on: days, style)
    }
}

extension CommandContext {
    /// One of my courses where nobody can be asked: the screen has the terminal. Throws a complaint that lists those that are meant.
    fileprivate func onlyCourse(_ text: String) async throws -> Course {
        let found = try await courseFinder.mine(text, at: now).choices
        if found.count > 1 {
            throw Complaint("'\(text)' means several courses: \(found.map { $0.name(among: found) }.joined(separator: ", ")).")
        }
        guard let id = found.first?.id, let course = try await copy.course(id) else {
            throw Complaint("You are in no course '\(text)'.")
        }
        return course
    }
}
