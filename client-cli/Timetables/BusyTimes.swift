import NoteItClient
import NoteItCore
import NoteItTerminal

/// The times that a search keeps free or avoids, and what each is for.
struct BusyTimes {
    struct Entry {
        /// A course, an event, or `busy` for a time that the person typed.
        var title: String
        var isTyped = false
        var time: TimetableSearch.Busy
        /// The place of a class, if it is known.
        var campus: String? = nil
    }

    private(set) var entries: [Entry]

    init(_ entries: [Entry] = []) { self.entries = entries }

    static func + (left: BusyTimes, right: BusyTimes) -> BusyTimes { BusyTimes(left.entries + right.entries) }

    /// The busy times in the form of a search: hard ones and others apart, each without overlaps; without their places if there are too
    /// many with them. Throws a usage complaint if they are too many even so.
    func merged() throws -> [TimetableSearch.Busy] {
        var times = entries.map(\.time)
        var merged = Self.apart(times)
        if merged.count > TimetableSearch.maxBusy {
            for index in times.indices { times[index].place = nil }
            merged = Self.apart(times)
        }
        guard merged.count <= TimetableSearch.maxBusy else {
            let own = entries.contains { !$0.isTyped } ? ["Leave your classes and events out with --anew."] : []
            throw Complaint(
                "Your week has \(merged.count) busy times, and a search takes at most \(TimetableSearch.maxBusy).",
                advice: own + ["Join some: --busy \"MTWRF 12-13\" is one time, --off fri none."], status: ExitStatus.usage)
        }
        return merged
    }

    private static func apart(_ times: [TimetableSearch.Busy]) -> [TimetableSearch.Busy] {
        merged(times.filter { $0.hard != false }) + merged(times.filter { $0.hard == false })
    }

    /// Times of one kind, without overlaps: whoever is busy 9-11 and 10-12 at one place is busy 9-12, at two 9-11 and 11-12.
    private static func merged(_ times: [TimetableSearch.Busy]) -> [TimetableSearch.Busy] {
        var merged: [TimetableSearch.Busy] = []
        for day in Day.letters {
            var own: [TimetableSearch.Busy] = []
            for time in times.filter({ $0.days.contains(day) }).sorted(by: { $0.start < $1.start }) {
                if let last = own.last, time.end <= last.end { continue }
                if let last = own.last, time.start <= last.end, time.place == last.place {
                    own[own.count - 1].end = time.end
                } else {
                    var next = time
                    next.days = String(day)
                    next.start = max(time.start, own.last?.end ?? time.start)
                    own.append(next)
                }
            }
            for time in own {
                if let place = merged.firstIndex(where: { $0.isLike(time) }) {
                    merged[place].days += time.days
                } else {
                    merged.append(time)
                }
            }
        }
        return merged.sorted { ($0.start, $0.days) < ($1.start, $1.days) }
    }

    /// The campuses of the classes.
    var campuses: [String] { entries.compactMap(\.campus).uniqued }

    /// For the picture of the week.
    var drawn: [WeekDrawing.Busy] {
        entries.map { WeekDrawing.Busy(title: $0.title, days: $0.time.days, start: $0.time.start, end: $0.time.end) }
    }

    /// A part of an explanation, such as `busy TR 11:30-13:20`, with the classes and events that it is for: `(MATH150, Choir)`.
    func named(_ part: String) -> String {
        guard part.hasPrefix("busy "),
            let time = try? merged().first(where: { $0.names.contains(part) })
        else { return part }
        let meant = entries.filter { $0.time.hard != false && $0.time.overlaps(time) && !$0.isTyped }.map(\.title).uniqued
        return meant.isEmpty ? part : "\(part) (\(meant.joined(separator: ", ")))"
    }
}

extension TimetableSearch.Busy {
    /// What explanations call it: `busy TR 11:30-13:20`, with its place if the way there matters.
    fileprivate var names: [String] {
        let name = "busy \(days) \(start)-\(end)"
        return [name] + (place.map { ["\(name) at \($0)"] } ?? [])
    }

    /// Whether it is the same but for its days.
    fileprivate func isLike(_ other: Self) -> Bool {
        (start, end) == (other.start, other.end) && (hard, place) == (other.hard, other.place)
    }

    fileprivate func overlaps(_ other: Self) -> Bool {
        start < other.end && other.start < end && days.contains(where: other.days.contains)
    }
}

extension BusyTimes {
    /// The times of classes that the person is in.
    init(_ classes: [(course: Course, section: Section)]) {
        self.init(
            classes.flatMap { course, section in
                section.meetings.map { meeting in
                    Entry(
                        title: course.code,
                        time: TimetableSearch.Busy(
                            days: meeting.days, start: meeting.start, end: meeting.end, hard: true,
                            place: meeting.place.isEmpty ? section.campus : meeting.place),
                        campus: section.campus)
                }
            })
    }

    init(_ events: [WeeklyEvents.Event]) {
        self.init(
            events.map {
                Entry(
                    title: $0.title.isEmpty ? "an event" : $0.title,
                    time: TimetableSearch.Busy(days: $0.days, start: $0.start, end: $0.end, hard: true))
            })
    }
}

extension CommandContext {
    /// The person's own events of each week of the term. Says so if they cannot be read now.
    func weeklyEvents(in term: Term) async throws -> [WeeklyEvents.Event] {
        guard let first = term.startsOn, let end = term.endsOn, first <= end else { return [] }
        let last = min(end, first.adding(days: StudyPreview.mostDays - 1))
        do {
            return WeeklyEvents(try await client.studyPlan(from: first, to: last).blocks, in: first...last, zone: term.zone)
                .events
        } catch ClientError.problem(let problem) where [429, 503].contains(problem.status) {
            say(Styled("Your own events could not be read now, so they do not count as busy: \(problem.detail)", .warning))
            return []
        }
    }
}
