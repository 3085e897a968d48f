import CZlib
import Foundation
import Planning

/// A term of the real data for making problems: its meetings, its links and, if there are any, scores.
public struct RealTerm: Sendable {
    /// By subject and number, `CMPT 225`.
    public private(set) var courses: [String: PlanCourse] = [:]

    /// - Parameters: `folder`: the folder of the data; `term`: university and term, such as `sfu/2025fa`. Its meetings and links
    ///   may be in several files, `sfu/term_2025fa*.csv`, plain or gzip. Throws if there are none.
    public init(folder: String, term: String) throws {
        let parts = term.split(separator: "/").map(String.init)
        guard parts.count == 2 else { throw CocoaError(.fileReadInvalidFileName) }
        let home = "\(folder)/\(parts[0])"
        let files = try FileManager.default.contentsOfDirectory(atPath: home).sorted()
        let table = { (name: String) in
            try files.filter { $0.hasPrefix("\(name)_\(parts[1])") }.flatMap { try rows(of: "\(home)/\($0)") }
        }
        let (meetings, choices) = (try table("term"), try table("links"))
        guard !meetings.isEmpty, !choices.isEmpty else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: home])
        }
        var sections: [String: PlanSection] = [:]
        var credits: [String: Int] = [:]
        for row in meetings {
            let crn = row["crn"] ?? ""
            var section = sections[crn] ?? PlanSection(crn: Int(crn) ?? 0, meetings: [])
            if let campus = row["campus"], !campus.isEmpty { section.campuses.insert(campus) }
            if let meeting = Self.meeting(row) { section.meetings.append(meeting) }
            if credits[crn] == nil { credits[crn] = Self.tenths(row["credits"] ?? "") }
            sections[crn] = section
        }
        let scores = Dictionary(try table("synthetic_scores").map { ($0["crn"] ?? "", $0) }, uniquingKeysWith: { $1 })
        link(choices, sections, credits, scores)
    }

    private mutating func link(
        _ rows: [[String: String]], _ sections: [String: PlanSection], _ credits: [String: Int],
        _ scores: [String: [String: String]]
    ) {
        for row in rows {
            guard let section = sections[row["crn"] ?? ""], let name = row["component"], let primary = row["primary_crn"] else {
                continue
            }
            let course = (row["subject"] ?? "") + " " + (row["number"] ?? "")
            var entry = courses[course] ?? PlanCourse(name: course, primaries: [])
            let place = entry.primaries.firstIndex { $0.section.crn == Int(primary) } ?? entry.primaries.count
            if place == entry.primaries.count, let lead = sections[primary] {
                let score = scores[primary]
                entry.primaries.append(
                    PlanPrimary(
                        section: lead, creditTenths: credits[primary] ?? 0, rating: score?["rating_x100"].flatMap { Int($0) },
                        grade: score?["gpa_x100"].flatMap { Int($0) }))
            }
            if name != "PRIMARY" { add(section, to: name, of: &entry.primaries[place]) }
            courses[course] = entry
        }
    }

    private func add(_ section: PlanSection, to name: String, of primary: inout PlanPrimary) {
        if let place = primary.components.firstIndex(where: { $0.name == name }) {
            primary.components[place].sections.append(section)
        } else {
            primary.components.append(PlanComponent(name: name, sections: [section]))
            primary.components.sort { $0.name < $1.name }
        }
    }

    private static func meeting(_ row: [String: String]) -> PlanMeeting? {
        guard let days = row["days"].flatMap({ PlanDays($0) }), days != [], let start = minutes(row["start"]),
            let end = minutes(row["end"])
        else { return nil }
        let (first, last) = (date(row["start_date"]), date(row["end_date"]))
        let dates = first.flatMap { first in last.map { first...max(first, $0) } }
        return PlanMeeting(days: days, start: start, end: end, dates: dates, building: row["building"] ?? "")
    }

    static func minutes(_ text: String?) -> Int? {
        guard let text, text.count == 4, let number = Int(text) else { return nil }
        return number / 100 * 60 + number % 100
    }

    private static func date(_ text: String?) -> Int? {
        guard let text, let date = try? Date(text + "T00:00:00Z", strategy: .iso8601) else { return nil }
        return Int(date.timeIntervalSince1970 / 86_400)
    }

    private static func tenths(_ text: String) -> Int {
        let first = text.split { $0 == "-" || $0 == " " }.first.flatMap { Double($0) } ?? 0
        return Int((first * 10).rounded(.toNearestOrEven))
    }
}

/// Rows of a CSV file, plain or gzip, by its header.
private func rows(of path: String) throws -> [[String: String]] {
    guard let handle = gzopen(path, "rb") else { throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: path]) }
    defer { gzclose(handle) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
        let count = Int(gzread(handle, &buffer, UInt32(buffer.count)))
        guard count > 0 else { break }
        bytes += buffer.prefix(count)
    }
    let records = records(bytes)
    guard let header = records.first else { return [] }
    return records.dropFirst().map { Dictionary(zip(header, $0), uniquingKeysWith: { $1 }) }
}

private func records(_ bytes: [UInt8]) -> [[String]] {
    var (found, cells, cell, isQuoted) = ([[String]](), [String](), [UInt8](), false)
    for byte in bytes where byte != UInt8(ascii: "\r") {
        switch (byte, isQuoted) {
        case (UInt8(ascii: "\""), _): isQuoted.toggle()
        case (UInt8(ascii: ","), false):
            cells.append(String(decoding: cell, as: UTF8.self))
            cell.removeAll(keepingCapacity: true)
        case (UInt8(ascii: "\n"), false):
            found.append(cells + [String(decoding: cell, as: UTF8.self)])
            cells.removeAll(keepingCapacity: true)
            cell.removeAll(keepingCapacity: true)
        default: cell.append(byte)
        }
    }
    return found
}
