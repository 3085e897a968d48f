import Foundation
import NoteItCore

/// A registrar's or a learning system's list of the people in sections: a CSV file, plain or gzip, or OneRoster 1.1 CSV, a
/// folder or a ZIP archive.
public struct RosterFile: Sendable, Memberwise {
    public let path: String
    /// Headings for fields, where the file's own are not known.
    var columns: [String: String] = [:]
    /// The domain of logins without an address; nil if logins are not addresses.
    var domain: String? = nil

    /// Reads the whole file. A wrong row is left out and told. Throws if the file as a whole cannot be read.
    public func contents(_ sections: RosterSections) throws(RegistrarError) -> RosterContents {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            return try OneRoster(folder: path).contents(sections, domain: domain)
        }
        if ZipFile.isZip(path) { return try OneRoster(archive: path).contents(sections, domain: domain) }
        var rows = RosterRows(sections: sections, chosen: columns, domain: domain)
        try rows.readRows(of: path) { CSVParser(fileThatBegins: $0) }
        guard rows.columns != nil else { throw .unreadable(file: path, why: "The file is empty.") }
        return rows.contents
    }
}

/// What a list says, and which of its rows are wrong.
public struct RosterContents: Sendable {
    public internal(set) var entries: [RosterEntry] = []
    /// The first wrong rows, in the order of the file.
    public internal(set) var faults: [RosterFault] = []
    public internal(set) var faultCount = 0
    /// Rows about people who are not enrolled, such as those who dropped.
    public internal(set) var ignored = 0

    /// The most `faults`.
    public static let most = 50

    mutating func add(_ fault: @autoclosure () -> RosterFault) {
        faultCount += 1
        if faults.count < Self.most { faults.append(fault()) }
    }
}

/// A wrong row of a list.
public struct RosterFault: Sendable, Equatable {
    /// Nil if there is only one file.
    public var file: String?
    public var line: Int
    public var why: String
}

/// A person in a row.
struct RosterPerson {
    var email = ""
    var number = ""
    var name = ""

    /// - Parameter domain: that of logins without an address; nil if they are not addresses.
    init(email: String, number: String, login: String, name: String, domain: String?) throws(BadCell) {
        self.email = email
        if email.isEmpty, login.contains("@") { self.email = login }
        if self.email.isEmpty, !login.isEmpty, let domain { self.email = "\(login)@\(domain)" }
        if !self.email.isEmpty, let fault = EmailAddress.fault(self.email) { throw BadCell("the email \(fault)") }
        self.number = number.isEmpty ? login : number
        guard !self.email.isEmpty || !self.number.isEmpty else { throw BadCell("the email and the number are missing") }
        for (text, what) in [(self.number, "number"), (name, "name")] {
            if let fault = text.fault(length: 0...RosterEntry.longest) { throw BadCell("the \(what) \(fault)") }
        }
        self.name = name
    }

    func entry(_ section: RosterSection, _ role: Enrollment.Role) -> RosterEntry {
        RosterEntry(section: section.id, course: section.course, role: role, email: email, number: number, name: name)
    }
}

private struct RosterRows: TableRows {
    var columns: Columns?
    /// Wrong rows do not end the reading: they are in `contents`.
    var bad: [BadRow] = []
    private(set) var contents = RosterContents()
    private let sections: RosterSections
    private let chosen: [String: String]
    private let domain: String?
    private var found: RosterColumns?
    /// The sections of cells that were read before.
    private var known: [[String]: [RosterSection]] = [:]

    init(sections: RosterSections, chosen: [String: String], domain: String?) {
        (self.sections, self.chosen, self.domain) = (sections, chosen, domain)
    }

    mutating func readRow(_ row: TableRow) throws {
        do {
            if let fault = row.fault { throw BadCell(fault) }
            guard let found else {
                columns = Columns(header: row.cells)
                self.found = try RosterColumns(header: row.cells, chosen: chosen)
                return
            }
            try read(row, found)
        } catch let cell as BadCell {
            guard found != nil else { throw BadRow(line: row.line, why: cell.why) }
            contents.add(RosterFault(file: nil, line: row.line, why: cell.why))
        }
    }

    private mutating func read(_ row: TableRow, _ columns: RosterColumns) throws(BadCell) {
        let cell = { columns.cell($0, row) }
        let first = cell(.first), last = cell(.last)
        let name =
            first.isEmpty && last.isEmpty
            ? Cells.givenFirst(cell(.name)) : [first, last].filter { !$0.isEmpty }.joined(separator: " ")
        // The second line of a gradebook of Canvas, and the student of its preview.
        guard !["points possible", "test student"].contains(name.lowercased()) else { return contents.ignored += 1 }
        guard try RosterWords.isEnrolled(cell(.status)), case .role(let role) = try RosterWords.role(cell(.role)) else {
            return contents.ignored += 1
        }
        let person = try RosterPerson(
            email: cell(.email), number: cell(.number), login: cell(.login), name: name, domain: domain)
        let key = [
            cell(.crn), cell(.course).isEmpty ? cell(.subject) + cell(.coursenumber) : cell(.course), cell(.section),
            cell(.term),
        ]
        let homes = try homes(key)
        for home in homes { contents.entries.append(person.entry(home, role)) }
    }

    /// The sections of a row. A student of Canvas who is in two sections has one row: `CMPT 225 D100 and CMPT 225 D101`.
    private mutating func homes(_ key: [String]) throws(BadCell) -> [RosterSection] {
        if let homes = known[key] { return homes }
        try sections.requireTerm(key[3])
        var homes: [RosterSection] = []
        for part in key[2].replacing(" and ", with: ";").split(separator: ";", omittingEmptySubsequences: false) {
            let home = try sections.find(number: key[0], course: key[1], section: String(part).trimmed)
            if !homes.contains(home) { homes.append(home) }
        }
        known[key] = homes
        return homes
    }
}
