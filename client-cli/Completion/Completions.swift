import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// Values of arguments from the local copy: Tab needs no server. Each is a value, or a value, a tab and what it means.
enum Completions {
    static let courses = kind { copy, _, _ in
        try await copy.courses().map { offer($0.name, $0.title) }
    }

    /// Events, newest first, and the replies of the event that is being typed.
    static let events = kind { copy, _, prefix in
        if let mark = prefix.lastIndex(of: "#"),
            case .number(let number, let course?)? = EventReference(String(prefix[..<mark]))
        {
            return try await replies(to: number, in: course, copy)
        }
        return try await copy.eventTitles().map { offer("\($0.course.name)#\($0.number)", $0.title) }
    }

    static let eventsAndCourses = kind { copy, _, _ in
        let courses = try await copy.courses().map { offer($0.name, $0.title) }
        return courses + (try await copy.eventTitles().map { offer("\($0.course.name)#\($0.number)", $0.title) })
    }

    /// Open tasks by title; by short id once some of it is typed.
    static let tasks = kind { copy, _, prefix in
        let tasks = try await copy.tasks()
        let names = TaskNames(tasks)
        let clock = DueText(now: Date(), timeZone: try await copy.studySettings()?.zone ?? .current)
        return tasks.filter { !$0.done }.flatMap { task in
            let id = names.shortID(of: task.id)
            let byID = !prefix.isEmpty && id.hasPrefix(prefix.lowercased()) ? [offer(id, task.title)] : []
            let isShared = tasks.contains { $0.id != task.id && !$0.done && $0.title.lowercased() == task.title.lowercased() }
            return [
                offer(
                    isShared ? id : task.title,
                    [isShared ? task.title : id, task.timeWords(clock)].filter { !$0.isEmpty }.joined(separator: "  "))
            ] + byID
        }
    }

    /// Degree plans by name; those of others by id too, since names need not differ.
    static let plans = kind { copy, _, prefix in
        let plans = try await copy.degreePlans()
        return plans.flatMap { plan in
            let id = plan.id.description
            let isShared = plans.contains { $0.id != plan.id && $0.name.lowercased() == plan.name.lowercased() }
            return [isShared ? offer(id, plan.name) : offer(plan.name)]
                + (!prefix.isEmpty && id.hasPrefix(prefix) ? [offer(id, plan.name)] : [])
        }
    }

    /// Timetables, as they were when their list was last read.
    static let timetables = kind { copy, _, _ in
        let timetables = try await copy.timetables()
        return timetables.map { timetable in
            let isShared = timetables.contains { $0.id != timetable.id && $0.name.lowercased() == timetable.name.lowercased() }
            let about = [isShared ? timetable.name : ""] + timetable.courses.map(\.code)
            return offer(isShared ? timetable.id.description : timetable.name, about.joined(separator: " "))
        }
    }

    /// Sections of the course that the line names; of all courses if it names none. Several may stand with commas between.
    static let sections = kind { copy, words, prefix in try await offers(ofSections: words, prefix, copy) }

    private static func offers(ofSections words: [String], _ prefix: String, _ copy: LocalCopy) async throws -> [String] {
        let courses = try await copy.courses()
        let named = courses.filter { course in
            words.dropLast().contains { $0.uppercased().hasPrefix(course.code) || $0.hasPrefix(course.id.text) }
        }
        let before = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
        return (named.isEmpty ? courses : named).flatMap { course in
            course.sections.map { section in
                let about = [named.count == 1 ? "" : course.name, section.kind, section.instructors.joined(separator: ", ")]
                return offer(before + section.code, about.filter { !$0.isEmpty }.joined(separator: "  "))
            }
        }
    }

    /// A course, then its sections.
    static let coursesAndSections = kind { copy, words, prefix in
        let courses = try await copy.courses()
        let isNamed = words.dropLast().contains { word in
            courses.contains { $0.code == word.uppercased() || $0.id.text == word }
        }
        return isNamed ? try await offers(ofSections: words, prefix, copy) : courses.map { offer($0.name, $0.title) }
    }

    /// Handles of people who wrote something in my courses.
    static let handles = kind { copy, _, _ in try await people(copy).map { offer("@" + $0.handle, $0.name) } }

    static let authors = kind { copy, _, _ in try await people(copy).map { offer($0.name, "@" + $0.handle) } }

    /// Handles within a text: its last word begins with @.
    static let mentions = kind { copy, _, prefix in
        let start = prefix.lastIndex(of: " ").map { prefix.index(after: $0) } ?? prefix.startIndex
        guard prefix[start...].hasPrefix("@") else { return [] }
        return try await people(copy).map { offer(prefix[..<start] + "@" + $0.handle, $0.name) }
    }

    private static func people(_ copy: LocalCopy) async throws -> [(handle: String, name: String)] {
        let authors = try await copy.authors()
        let named = authors.compactMap { author in author.handle.map { (handle: $0, name: author.displayName) } }
        return named.keyed(by: \.handle).values.sorted { $0.handle < $1.handle }
    }

    private static func replies(
        to number: Int, in reference: CourseReference, _ copy: LocalCopy
    ) async throws -> [String] {
        let courses = try await copy.courses().filter { course in
            course.code == reference.code && (reference.term.map { $0 == course.term.text } ?? true)
        }
        var offers: [String] = []
        for course in courses {
            let thread = try await copy.thread(number: number, in: course.id)
            offers += (thread?.replies ?? []).map { reply in
                offer("\(course.name)#\(number)#\(reply.number)", "\(reply.author.displayName): \(reply.body)")
            }
        }
        return offers
    }

    private static func offer(_ value: some StringProtocol, _ help: String = "") -> String {
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? String(value).visible : "\(String(value).visible)\t\(words.prefix(100))"
    }

    /// A completion that reads the local copy. It never fails: without a copy there is nothing to offer.
    private static func kind(
        _ list: @escaping @Sendable (_ copy: LocalCopy, _ words: [String], _ prefix: String) async throws -> [String]
    ) -> CompletionKind {
        .custom { words, _, prefix in
            // The scripts that ArgumentParser generates let the shell expand candidates.
            guard CompletionShell.requesting == nil, let copy = try? copy(words) else { return [] }
            return (try? await list(copy, words, prefix)) ?? []
        }
    }

    /// The local copy of the profile that the line names; nil if there is none.
    private static func copy(_ words: [String]) throws -> LocalCopy? {
        let option = words.dropLast().lastIndex(of: "--profile").map { words[$0 + 1] }
        let named = option ?? ProcessInfo.processInfo.environment["NOTEIT_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        let profile = try Profile(named ?? Profile.standardName)
        guard FileManager.default.fileExists(atPath: profile.data.path) else { return nil }
        let copy = try LocalClient(profile: profile).copy
        CourseNames.set(try copy.readableCourses())
        return copy
    }
}
