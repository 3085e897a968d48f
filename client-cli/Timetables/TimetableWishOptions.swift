import ArgumentParser
import NoteItCore
import NoteItTerminal

/// The requirements and preferences of a search for timetables.
struct TimetableWishOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Some of these courses, such as \"2 of A B C\".", valueName: "choice")) var any: [String] = []
    @Option(help: ArgumentHelp("Days without classes, such as fri.", valueName: "days")) var off: [String] = []
    @Option(help: ArgumentHelp("Days better without classes.", valueName: "days")) var avoid: [String] = []
    @Option(help: ArgumentHelp("A time without classes, such as \"mon 14:30-17:30\".", valueName: "time")) var busy: [String] =
        []
    @Option(help: ArgumentHelp("A time better without classes.", valueName: "time")) var maybeBusy: [String] = []
    @Option(
        help: ArgumentHelp("Preferred hours: mornings, afternoons, evenings, nights, or such as 10-15.", valueName: "hours"))
    var prefer: [String] = []
    @Option(help: ArgumentHelp("No class before this time.", valueName: "time")) var earliest: String?
    @Option(help: ArgumentHelp("No class after this time.", valueName: "time")) var latest: String?
    @Option(help: "Only sections on this campus, or whose campus is not known.") var campus: [String] = []
    @Flag(help: "No sections that are taught online.") var inPerson = false
    @Flag(help: "Only sections with a free seat.") var open = false
    @Option(help: ArgumentHelp("A section that must be in the timetable, by CRN.", valueName: "crn")) var pin: [Int] = []
    @Option(help: ArgumentHelp("A section that must not be in it, by CRN.", valueName: "crn")) var exclude: [Int] = []
    @Option(help: ArgumentHelp("An instructor to be taught by.", valueName: "name")) var with: [String] = []
    @Option(help: ArgumentHelp("An instructor not to be taught by.", valueName: "name")) var without: [String] = []
    @Option(
        name: .customLong("break"), help: ArgumentHelp("Minutes between classes in different buildings.", valueName: "minutes"))
    var pause: Int?
    @Option(help: ArgumentHelp("Minutes between two places, over the server's: \"Burnaby to Surrey 75\".", valueName: "way"))
    var way: [String] = []
    @Option(
        help: ArgumentHelp("A weight of the cost, such as gap=10; see 'noteit schedule explain'.", valueName: "name=number"))
    var weight: [String] = []

    /// The search without its courses and busy times. Throws a usage complaint that shows the form.
    func search() throws -> TimetableSearch {
        var wanted = TimetableSearch(courses: [])
        wanted.daysOff = try Self.days(off, "--off")
        wanted.daysAvoided = try Self.days(avoid, "--avoid")
        wanted.earliest = try earliest.map(Self.hour)
        wanted.latest = try latest.map(Self.hour)
        wanted.preferred = try prefer.flatMap { text in
            let form = "As in: --prefer mornings, --prefer \"9-11, 2-4pm\""
            return try WeekPhrase.ranges(text).understood(text, as: "hours of a day", form).flatMap { [$0.start, $0.end] }
        }
        (wanted.campuses, wanted.openOnly, wanted.delivery) = (campus, open, inPerson ? .inPerson : nil)
        (wanted.pinned, wanted.excluded) = (pin, exclude)
        (wanted.instructors, wanted.excludedInstructors) = (with, without)
        (wanted.breakMinutes, wanted.ways) = (pause, way.isEmpty ? nil : try way.map(Self.travelTime))
        (wanted.weights, wanted.unknown) = (try Self.weights(weight), .median)
        return wanted
    }

    /// The times of `--busy` and `--maybe-busy`. Throws a usage complaint that shows the form.
    func busyTimes() throws -> BusyTimes {
        let times = try busy.map { try Self.time($0, hard: true) } + maybeBusy.map { try Self.time($0, hard: false) }
        return BusyTimes(
            times.map { BusyTimes.Entry(title: $0.hard == false ? "maybe busy" : "busy", isTyped: true, time: $0) })
    }

    static func time(_ text: String, hard: Bool) throws -> TimetableSearch.Busy {
        let form = "As in: --busy \"mon 14:30-17:30\", --busy \"TR 12-13\""
        let time = try WeekPhrase.busy(text).understood(text, as: "a time of the week", form)
        return TimetableSearch.Busy(days: time.days, start: time.start, end: time.end, hard: hard)
    }

    private static func days(_ texts: [String], _ option: String) throws -> String? {
        guard !texts.isEmpty else { return nil }
        let text = texts.joined(separator: " ")
        return try WeekPhrase.days(text)
            .understood(text, as: "days", "As in: \(option) fri, \(option) mon,wed, \(option) TR")
    }

    private static func hour(_ text: String) throws -> WallTime {
        try WeekPhrase.time(text).understood(text, as: "a time", "As in: 9:30")
    }

    static func choice(_ text: String) throws -> TimetableSearch.Group {
        let words = text.split { $0 == " " || $0 == "," }.map(String.init)
        guard words.count >= 3, let pick = Int(words[0]), words[1].lowercased() == "of" else {
            throw Complaint.usage(
                "Could not understand '\(text)' as a choice of courses.", "As in: --any \"2 of PHIL105 PSYC210 ECON103\"")
        }
        return .init(pick: pick, courses: CourseWords.courses(in: words.dropFirst(2).joined(separator: " ")))
    }

    private static func travelTime(_ text: String) throws -> TravelTime {
        let words = text.split(separator: " ").map(String.init)
        guard let minutes = words.last.flatMap({ Int($0) }), let middle = words.firstIndex(of: "to"), middle > 0,
            middle < words.count - 2
        else {
            throw Complaint.usage(
                "Could not understand '\(text)' as a way between two places.",
                "As in: --way \"Burnaby to Surrey 75\", in minutes")
        }
        let (from, to) = (words[..<middle], words[(middle + 1)..<(words.count - 1)])
        return TravelTime(from: from.joined(separator: " "), to: to.joined(separator: " "), minutes: minutes)
    }

    /// The weights by the names of `--weight`.
    private static let weightFields = TimetableWeights.all.map { ($0.key == "dayAvoided" ? "day-avoided" : $0.key, $0.value) }

    /// What most people would choose: a time and a seat first, then one campus, and a day off for an hour of waiting.
    static let usualWeights: TimetableWeights = {
        var weights = TimetableWeights()
        (weights.day, weights.untimed, weights.full, weights.campus) = (3_000, 200_000, 200_000, 100_000)
        return weights
    }()

    /// The usual weights, with those that `texts` name instead.
    private static func weights(_ texts: [String]) throws -> TimetableWeights {
        var weights = usualWeights
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let (_, field) = weightFields.first(where: { $0.0 == parts[0] }), let number = Int(parts[1])
            else {
                throw Complaint.usage(
                    "Could not understand '\(text)' as a weight: a name, = and a whole number.",
                    "Names: \(weightFields.map(\.0).joined(separator: ", "))")
            }
            weights[keyPath: field] = number
        }
        return weights
    }
}
