import Foundation
import Planning

// usage: study-bench [REPEATS [STEPS]] < CASES
// Reads one case a line, see cases.py, and prints one line of JSON for each: the plan and its median milliseconds.

struct StudyCase: Decodable {
    struct Task: Decodable {
        var id: String
        var minutes, priority, done: Int
        var earliest, deadline, spaced: Int?
        var after: [String]
    }

    struct Block: Decodable {
        var id, task: String
        var start, end: Int
        var pinned: Bool
    }

    var id, mode: String
    var now, first, days: Int
    /// Of each weekday, Monday first, in minutes since midnight.
    var hours: [[[Int]]]
    var minimum, maximum, pause: Int
    var limit: Int?
    var tasks: [Task]
    var busy: [[Int]]
    var earlier: [Block]

    var problem: StudyProblem {
        var settings = StudyProblem.Settings(hours: hours.map { $0.map { $0[0]..<$0[1] } })
        settings.mode = mode == "weeks" ? .weeks : .even
        (settings.minimumBlock, settings.maximumBlock) = (minimum, maximum)
        (settings.breakMinutes, settings.dailyLimit) = (pause, limit)
        var problem = StudyProblem(
            now: now, days: first...first + days - 1, zone: ZoneOffsets(first: 0), settings: settings,
            tasks: tasks.map(\.planned))
        problem.busy = busy.map { $0[0]..<$0[1] }
        problem.earlier = earlier.map {
            var block = StudyProblem.EarlierBlock(id: $0.id, task: $0.task, start: $0.start, end: $0.end)
            block.isPinned = $0.pinned
            return block
        }
        return problem
    }
}

extension StudyCase.Task {
    var planned: StudyProblem.Task {
        var task = StudyProblem.Task(id: id, minutes: minutes)
        task.priority = StudyProblem.Priority(rawValue: priority) ?? .medium
        (task.minutesDone, task.earliest, task.deadline) = (done, earliest, deadline)
        (task.after, task.spaced) = (after, spaced)
        return task
    }
}

struct Line: Encodable {
    struct Block: Encodable {
        var task: String
        var start, end: Int
    }

    var id: String
    /// New blocks.
    var blocks: [Block]
    var objective: [Int]
    var optimal: Bool
    var bound: [Int]?
    var millis: Double
    /// Peak of the resident memory.
    var peakKiB: Int
}

func millis(_ body: () -> Void) -> Double {
    let spent = ContinuousClock().measure(body).components
    return Double(spent.seconds) * 1_000 + Double(spent.attoseconds) / 1e15
}

/// A figure of `/proc/self/status`, in KiB.
func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

let arguments = CommandLine.arguments
let repeats = arguments.count > 1 ? max(1, Int(arguments[1]) ?? 1) : 1
let steps = arguments.count > 2 ? Int(arguments[2]) : nil
while let line = readLine() {
    let studyCase = try JSONDecoder().decode(StudyCase.self, from: Data(line.utf8))
    let problem = studyCase.problem
    let plan = StudyPlanner.plan(problem, steps: steps ?? WeeksTimetable.defaultSteps)
    let times = (0..<repeats).map { _ in
        millis { _ = StudyPlanner.plan(problem, steps: steps ?? WeeksTimetable.defaultSteps) }
    }
    let pinned = Set(problem.earlier.filter(\.isPinned).map(\.id))
    let blocks = plan.blocks.filter { $0.kind == .study && !pinned.contains($0.id) }.map {
        Line.Block(task: $0.task ?? "", start: $0.start, end: $0.end)
    }
    let answer = Line(
        id: studyCase.id, blocks: blocks, objective: plan.objective, optimal: plan.isOptimal, bound: plan.bound,
        millis: times.sorted()[repeats / 2], peakKiB: memory("VmHWM"))
    print(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self))
}
