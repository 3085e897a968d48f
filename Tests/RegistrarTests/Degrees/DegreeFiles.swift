import Foundation
import NoteItCore

@testable import Registrar

/// The rows of a file of courses with this content.
func courses(_ text: String) throws -> [CourseFile.Row] {
    try withFile(text) { try CourseFile(path: $0.path).rows() }
}

/// The bad rows of a file of courses; empty if it is valid.
func badCourses(_ text: String) throws -> [BadRow] {
    try withFile(text) { file in
        do {
            _ = try CourseFile(path: file.path).rows()
            return []
        } catch RegistrarError.badRows(_, let rows, _) {
            return rows
        }
    }
}

/// The programmes of a file with this content.
func programmes(_ text: String) throws -> ProgrammeFile.Content {
    try withFile(text) { try ProgrammeFile(path: $0.path).content() }
}

/// Why a file of programmes is refused, without its path; nil if it is valid.
func refusedProgrammes(_ text: String) throws -> String? {
    try withFile(text) { file in
        do {
            _ = try ProgrammeFile(path: file.path).content()
            return nil
        } catch RegistrarError.unreadable(_, let why) {
            return why.replacing("Nothing was imported. Correct the file and import it again.\n  ", with: "")
        }
    }
}

enum CourseSample {
    static let header = "subject,number,title,credits,level,attributes,prerequisites,corequisites,notes,terms_offered"
    static let row = "CMPT,225,Data Structures,3,UGRD,Quantitative,CMPT 125.,,,Spring 2025; Fall 2024"

    static func csv(_ rows: String...) -> String { ([header] + rows).joined(separator: "\n") }

    /// The sample row with another text in one column.
    static func row(_ column: String, _ text: String) -> String {
        let names = header.split(separator: ",").map(String.init)
        var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let position = names.firstIndex(of: column) { cells[position] = text }
        return cells.joined(separator: ",")
    }

    static let flatHeader = "course,title,credits,raw,prerequisites,corequisites,offered,school"

    static func flat(_ course: String, raw: String = "", offered: String = "", credits: String = "4") -> String {
        "\(flatHeader)\n\(course),A title,\(credits),\"\(raw)\",[],[],\"\(offered)\",Science"
    }
}

enum MajorSample {
    /// A list of one major.
    static func list(
        _ major: String = "Physics", required: String = "\"PHYS-1100\"", picks: String = "", credits: String = "128",
        more: String = ""
    ) -> String {
        """
        [{"year": 2024, "major": "\(major)", "school": "Science", "credits": \(credits), "focus-track": \(more.contains("tracks")),
          "notes": [],
          "required": [\(required)],
          "pick-multiple": {\(picks)}\(more.isEmpty ? "" : ",\n  \(more)")
        }]
        """
    }
}
