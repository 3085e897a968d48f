import Foundation
import NoteItCore

/// OneRoster 1.1 CSV, bulk: users.csv, classes.csv, enrollments.csv and, if it is there, courses.csv, in a folder or a ZIP
/// archive. Columns that are not about people in sections are left alone.
/// Source: 1EdTech, OneRoster 1.1 CSV Tables.
struct OneRoster {
    private enum Source { case folder(String), archive(ZipFile) }

    private let source: Source
    private let path: String

    init(folder path: String) { (self.path, source) = (path, .folder(path)) }

    init(archive path: String) throws(RegistrarError) { (self.path, source) = (path, .archive(try ZipFile(path: path))) }

    func contents(_ sections: RosterSections, domain: String?) throws(RegistrarError) -> RosterContents {
        var contents = RosterContents()
        var courses: [String: String] = [:]
        try rows("courses.csv", ["sourcedId"], required: false) { row in
            courses[row["sourcedId"]] = row["courseCode"].isEmpty ? row["title"] : row["courseCode"]
        }
        var homes: [String: Result<RosterSection, BadCell>] = [:]
        try rows("classes.csv", ["sourcedId"]) { row in
            guard row.isActive else { return }
            homes[row["sourcedId"]] = Self.section(of: row, courses[row["courseSourcedId"]] ?? "", sections)
        }
        var people: [String: Result<RosterPerson, BadCell>] = [:]
        try rows("users.csv", ["sourcedId"]) { row in
            guard row.isActive else { return }
            people[row["sourcedId"]] = Self.person(row, domain)
        }
        // A class that is not found is told once.
        var told: Set<String> = []
        try rows("enrollments.csv", ["classSourcedId", "userSourcedId", "role"]) { row in
            guard row.isActive else { return contents.ignored += 1 }
            do {
                if let fault = row.fault { throw BadCell(fault) }
                guard case .role(let role) = try RosterWords.role(row["role"]) else { return contents.ignored += 1 }
                let (home, user) = (row["classSourcedId"], row["userSourcedId"])
                guard let section = homes[home] else { throw BadCell("classes.csv has no class '\(home.prefix(60))'") }
                guard let person = people[user] else { throw BadCell("users.csv has no active user '\(user.prefix(60))'") }
                if case .failure = section, !told.insert(home).inserted {
                    contents.faultCount += 1
                    return
                }
                contents.entries.append(try person.get().entry(try section.get(), role))
            } catch let cell as BadCell {
                contents.add(RosterFault(file: "enrollments.csv", line: row.line, why: cell.why))
            } catch {
                contents.add(RosterFault(file: "enrollments.csv", line: row.line, why: "\(error)"))
            }
        }
        return contents
    }

    private static func section(
        of row: OneRosterRow, _ course: String, _ sections: RosterSections
    ) -> Result<RosterSection, BadCell> {
        let tries = [(course, row["classCode"]), ("", row["classCode"]), ("", row["title"]), (course, row["title"])]
        for (course, code) in tries where !code.isEmpty {
            if let found = try? sections.find(number: "", course: course, section: code) { return .success(found) }
        }
        let name = [row["classCode"], row["title"], course].first { !$0.isEmpty } ?? row["sourcedId"]
        return .failure(
            BadCell("the class '\(name.prefix(60))' of classes.csv, line \(row.line), names no section of the term"))
    }

    private static func person(_ row: OneRosterRow, _ domain: String?) -> Result<RosterPerson, BadCell> {
        let name = [row["givenName"], row["familyName"]].filter { !$0.isEmpty }.joined(separator: " ")
        if let fault = row.fault { return .failure(BadCell("of users.csv, line \(row.line): \(fault)")) }
        do throws(BadCell) {
            return .success(
                try RosterPerson(
                    email: row["email"], number: row["identifier"].isEmpty ? row["username"] : row["identifier"],
                    login: row["username"], name: name, domain: domain))
        } catch {
            return .failure(BadCell("of users.csv, line \(row.line): \(error.why)"))
        }
    }

    /// Hands each row of a file to `body`. Throws if the file is missing, has not these columns, or cannot be read.
    private func rows(
        _ name: String, _ columns: [String], required: Bool = true, _ body: (OneRosterRow) -> Void
    ) throws(RegistrarError) {
        guard let bytes = try bytes(of: name) else {
            guard required else { return }
            throw .unreadable(file: path, why: "It has no \(name). OneRoster needs users.csv, classes.csv and enrollments.csv.")
        }
        var (parser, header): (CSVParser, Columns?) = (CSVParser(fileThatBegins: bytes), nil)
        func take(_ row: TableRow) throws {
            if let header { return body(OneRosterRow(row: row, columns: header)) }
            header = Columns(header: row.cells)
            let missing = header?.missing(of: columns.map { $0.lowercased() }) ?? []
            guard missing.isEmpty else {
                throw BadRow(line: row.line, why: "the column \(missing.joined(separator: ", ")) is missing")
            }
        }
        do {
            try parser.parse(bytes, emit: take)
            try parser.finish(emit: take)
        } catch let row as BadRow {
            throw .unreadable(file: path, why: "\(name), line \(row.line): \(row.why).")
        } catch {
            throw .unreadable(file: path, why: "\(name): \(error).")
        }
    }

    private func bytes(of name: String) throws(RegistrarError) -> [UInt8]? {
        switch source {
        case .folder(let path): FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
        case .archive(let file): try file.content(name)
        }
    }
}

/// A row of one of the files.
private struct OneRosterRow {
    let row: TableRow
    let columns: Columns

    var line: Int { row.line }
    var fault: String? { row.fault }

    subscript(_ column: String) -> String { columns.cell(column.lowercased(), row).onOneLine }

    /// Neither marked as deleted nor, of a user, switched off.
    var isActive: Bool { self["status"].lowercased() != "tobedeleted" && self["enabledUser"].lowercased() != "false" }
}
