import Foundation
import NoteItCore
import Planning

// usage: degrees-bench [REPEATS] < PROBLEMS
// Reads one problem a line: the body of POST /v1/degrees/audit or /v1/degrees/path with a whole programme, and beside it `kind`,
// "audit" or "path". Prints one line of JSON for each: the result and the median seconds. Reading and writing are not measured.

struct Kind: Decodable {
    enum Name: String, Decodable { case audit, path }
    var kind: Name
}

struct Line<Result: Encodable>: Encodable {
    var result: Result
    var seconds: Double
    /// The slowest of the repeats.
    var worst: Double
}

enum Fault: Error { case noProgramme }

func seconds(_ body: () throws -> Void) rethrows -> Double {
    let spent = try ContinuousClock().measure(body).components
    return Double(spent.seconds) + Double(spent.attoseconds) / 1e18
}

func answer<Result: Encodable>(_ repeats: Int, _ solve: () throws -> Result) throws {
    var result = try solve()
    let times = try (0..<repeats).map { _ in try seconds { result = try solve() } }.sorted()
    let line = Line(result: result, seconds: times[repeats / 2], worst: times[repeats - 1])
    print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
}

func whole(_ choice: ProgrammeChoice) throws -> Programme {
    guard case .whole(let programme) = choice else { throw Fault.noProgramme }
    return programme
}

let repeats = CommandLine.arguments.count > 1 ? max(1, Int(CommandLine.arguments[1]) ?? 1) : 1
let decoder = JSONDecoder()
while let line = readLine() {
    let data = Data(line.utf8)
    switch try decoder.decode(Kind.self, from: data).kind {
    case .audit:
        let request = try decoder.decode(AuditRequest.self, from: data)
        let problem = AuditProblem(
            programme: try whole(request.programme), record: request.record?.items ?? [], terms: request.terms ?? [],
            courses: request.courses?.values ?? [:])
        try answer(repeats) { DegreeAuditor.audit(problem) }
    case .path:
        let request = try decoder.decode(PathRequest.self, from: data)
        let problem = PathProblem(
            programme: try whole(request.programme), record: request.record?.items ?? [], from: request.from,
            creditsPerTerm: request.creditsPerTerm, offered: request.offered?.values ?? [:],
            prerequisites: request.prerequisites?.values ?? [:], courses: request.courses?.values ?? [:])
        try answer(repeats) { try DegreePathfinder.path(problem) }
    }
}
