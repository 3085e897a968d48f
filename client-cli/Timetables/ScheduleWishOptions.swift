import ArgumentParser
import NoteItCore
import NoteItTerminal

/// What a timetable must be like, and had better be like.
struct ScheduleWishOptions: ParsableArguments {
    @Option(help: ArgumentHelp("So many of these courses: \"2 of A B C\".", valueName: "choice")) var any: [String] = []
    @Option(help: ArgumentHelp("Days without classes, such as fri.", valueName: "days")) var off: [String] = []
    @Option(help: ArgumentHelp("Days that had better have none.", valueName: "days")) var avoid: [String] = []
    @Option(help: ArgumentHelp("A time without classes: \"mon 14:30-17:30\".", valueName: "time")) var busy: [String] = []
    @Option(help: ArgumentHelp("A time that had better stay free.", valueName: "time")) var maybeBusy: [String] = []
    @Option(help: ArgumentHelp("morning, afternoon, evening, or hours such as 10-15.", valueName: "hours")) var prefer:
        [String] = []
    @Option(help: ArgumentHelp("No class before.", valueName: "time")) var earliest: String?
    @Option(help: ArgumentHelp("No class after.", valueName: "time")) var latest: String?
    @Option(help: "A campus; sections whose campus is not known pass.") var campus: [String] = []
    @Flag(help: "Only sections with a free seat.") var open = false
    @Option(help: ArgumentHelp("A section to take, by CRN.", valueName: "crn")) var pin: [Int] = []
    @Option(help: ArgumentHelp("A section not to take, by CRN.", valueName: "crn")) var exclude: [Int] = []
    @Option(help: ArgumentHelp("Somebody to be taught by.", valueName: "name")) var with: [String] = []
    @Option(help: ArgumentHelp("Somebody not to be taught by.", valueName: "name")) var without: [String] = []
    @Option(
        name: .customLong("break"), help: ArgumentHelp("Minutes between classes in different buildings.", valueName: "minutes"))
    var pause: Int?
    @Option(help: ArgumentHelp("From one campus or building to another: \"Burnaby to Surrey 75\".", valueName: "way")) var way:
        [String] = []
    @Option(help: ArgumentHelp("What counts how much, such as gap=10; see explain.", valueName: "name=number")) var weight:
        [String] = []

    /// The search, without its courses. Throws a usage complaint that shows the form.
    func search() throws -> ScheduleSearch {
        var wanted = ScheduleSearch(courses: [])
        wanted.busy = try busy.map { try Self.time($0, hard: true) } + maybeBusy.map { try Self.time($0, hard: false) }
        wanted.daysOff = try Self.days(off, "--off")
        wanted.daysAvoided = try Self.days(avoid, "--avoid")
        wanted.earliest = try earliest.map(Self.hour)
        wanted.latest = try latest.map(Self.hour)
        wanted.preferred = try prefer.flatMap { text in
            guard let hours = WeekPhrase.range(text) else {
                throw Complaint.usage("'\(text)' is no part of a day.", "As in: --prefer morning, --prefer 10-15")
            }
            return [hours.start, hours.end]
        }
        (wanted.campuses, wanted.openOnly) = (campus, open)
        (wanted.pinned, wanted.excluded) = (pin, exclude)
        (wanted.instructors, wanted.excludedInstructors) = (with, without)
        (wanted.breakMinutes, wanted.ways) = (pause, try way.map(Self.way))
        wanted.weights = try Self.weights(weight)
        return wanted
    }

    static func time(_ text: String, hard: Bool) throws -> ScheduleSearch.Busy {
        guard let time = WeekPhrase.busy(text) else {
            throw Complaint.usage("'\(text)' is no time of the week.", "As in: --busy \"mon 14:30-17:30\", --busy \"TR 12-13\"")
        }
        return ScheduleSearch.Busy(days: time.days, start: time.start, end: time.end, hard: hard)
    }

    private static func days(_ texts: [String], _ option: String) throws -> String? {
        guard !texts.isEmpty else { return nil }
        guard let days = WeekPhrase.days(texts.joined(separator: " ")) else {
            throw Complaint.usage(
                "'\(texts.joined(separator: " "))' names no days.", "As in: \(option) fri, \(option) mon,wed, \(option) TR")
        }
        return days
    }

    private static func hour(_ text: String) throws -> WallTime {
        guard let time = WeekPhrase.time(text) else { throw Complaint.usage("'\(text)' is no time.", "As in: 9:30") }
        return time
    }

    static func choice(_ text: String) throws -> (Int, [String]) {
        let words = text.split { $0 == " " || $0 == "," }.map(String.init)
        guard words.count >= 3, let pick = Int(words[0]), words[1].lowercased() == "of" else {
            throw Complaint.usage("'\(text)' is no choice.", "As in: --any \"2 of PHIL105 PSYC210 ECON103\"")
        }
        return (pick, CourseWords.courses(in: words.dropFirst(2).joined(separator: " ")))
    }

    private static func way(_ text: String) throws -> ScheduleSearch.Way {
        let words = text.split(separator: " ").map(String.init)
        guard let minutes = words.last.flatMap({ Int($0) }), let middle = words.firstIndex(of: "to"), middle > 0,
            middle < words.count - 2
        else {
            throw Complaint.usage("'\(text)' is no way.", "As in: --way \"Burnaby to Surrey 75\", in minutes")
        }
        let (from, to) = (words[..<middle], words[(middle + 1)..<(words.count - 1)])
        return ScheduleSearch.Way(from: from.joined(separator: " "), to: to.joined(separator: " "), minutes: minutes)
    }

    private enum WeightName: String, CaseIterable {
        case gap, day, preferred, walking, rating, grade, busy
        case dayAvoided = "day-avoided"

        var field: WritableKeyPath<ScheduleSearch.Weights, Int?> {
            switch self {
            case .gap: \.gap
            case .day: \.day
            case .preferred: \.preferred
            case .walking: \.walking
            case .rating: \.rating
            case .grade: \.grade
            case .busy: \.busy
            case .dayAvoided: \.dayAvoided
            }
        }
    }

    private static func weights(_ texts: [String]) throws -> ScheduleSearch.Weights? {
        guard !texts.isEmpty else { return nil }
        var weights = ScheduleSearch.Weights()
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let name = WeightName(rawValue: parts[0]), let number = Int(parts[1]) else {
                throw Complaint.usage(
                    "'\(text)' is no weight: a name, = and a whole number.",
                    "Names: \(WeightName.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            weights[keyPath: name.field] = number
        }
        return weights
    }
}
