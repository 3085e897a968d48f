import Foundation
import Planning
import TimetableCases

// usage: planning-bench CASES DATA [REPEATS]
// Prints one line of JSON for each case: milliseconds of each part (median of REPEATS runs on one core), counts, costs, memory.

struct Line: Encodable {
    var id: String
    var courses: Int
    var feasible, feasibleDistinct: String
    var best, bestDistinct: [Int]
    /// Times of a whole plan, of only the best ten, and of only the best ten with distinct times.
    var totalMillis, bestMillis, bestDistinctMillis: Double
    var steps: Int
    /// Resident memory before the first search, and its peak.
    var loadedKiB, peakKiB: Int
}

func millis(_ body: () -> Void) -> Double {
    let spent = ContinuousClock().measure(body).components
    return Double(spent.seconds) * 1_000 + Double(spent.attoseconds) / 1e15
}

func median(_ repeats: Int, _ body: () -> Void) -> Double {
    (0..<repeats).map { _ in millis(body) }.sorted()[repeats / 2]
}

/// A figure of `/proc/self/status`, in KiB.
func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    FileHandle.standardError.write(Data("usage: planning-bench CASES DATA [REPEATS]\n".utf8))
    exit(2)
}
let repeats = arguments.count > 3 ? max(1, Int(arguments[3]) ?? 5) : 5
var terms: [String: RealTerm] = [:]
for timetableCase in try TimetableCase.load(arguments[1]) {
    let term = try terms[timetableCase.term] ?? RealTerm(folder: arguments[2], term: timetableCase.term)
    terms[timetableCase.term] = term
    let problem = timetableCase.problem(in: term)
    let loaded = memory("VmRSS")
    let plan = Planner.plan(problem)
    let line = Line(
        id: timetableCase.id, courses: problem.courses.count, feasible: plan.feasible.description,
        feasibleDistinct: plan.feasibleDistinct.description, best: plan.timetables.map(\.cost),
        bestDistinct: Planner.best(problem, distinct: true).map(\.cost),
        totalMillis: median(repeats) { _ = Planner.plan(problem) },
        bestMillis: median(repeats) { _ = Planner.best(problem) },
        bestDistinctMillis: median(repeats) { _ = Planner.best(problem, distinct: true) },
        steps: plan.steps, loadedKiB: loaded, peakKiB: memory("VmHWM"))
    print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
}
