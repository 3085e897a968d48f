import CZlib
import Foundation
import NoteItCore

@testable import Registrar

/// A file for one test. It is deleted after the test.
func withFile<Value>(_ bytes: [UInt8], gzip: Bool = false, cutTo length: Int? = nil, _ body: (RegistrarFile) throws -> Value)
    throws
    -> Value
{
    let path = FileManager.default.temporaryDirectory.appending(path: "registrar-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    if gzip {
        let file = gzopen(path, "wb")
        _ = bytes.withUnsafeBytes { gzwrite(file, $0.baseAddress, UInt32($0.count)) }
        gzclose(file)
    } else {
        try Data(bytes).write(to: URL(filePath: path))
    }
    if let length { try Data(contentsOf: URL(filePath: path)).prefix(length).write(to: URL(filePath: path)) }
    return try body(RegistrarFile(path: path))
}

func withFile<Value>(_ text: String, _ body: (RegistrarFile) throws -> Value) throws -> Value {
    try withFile(Array(text.utf8), body)
}

/// The bad rows of a text; empty if it is valid.
func badRows(_ text: String) throws -> [BadRow] { try badRows(Array(text.utf8)) }

func badRows(_ bytes: [UInt8]) throws -> [BadRow] {
    try withFile(bytes) { file in
        do {
            _ = try file.content()
            return []
        } catch RegistrarError.badRows(_, let rows, _) {
            return rows
        }
    }
}

/// The reason why a file as a whole is refused; nil if it is valid.
func refusal(_ file: RegistrarFile, term: Term.ID? = nil) throws -> String? {
    do {
        _ = try file.content(term: term)
        return nil
    } catch RegistrarError.unreadable(_, let why) {
        return why
    }
}

struct WrongForm: Error {}

extension RegistrarFile {
    func term(_ id: Term.ID? = nil) throws -> CatalogTerm {
        guard case .term(let term) = try content(term: id) else { throw WrongForm() }
        return term
    }
}

enum Sample {
    static let header =
        "term,crn,subject,number,title,section,type,credits,days,start,end,start_date,end_date,campus,building,room,instructors,capacity,enrolled,delivery,attributes"

    static let row =
        "202530,2359,CMPT,225,Data Structures,D100,LEC,3,MWF,1030,1120,2025-09-03,2025-12-02,Burnaby,AQ,3149,Ada Example,90,88,In Person,Quantitative"

    static func csv(_ rows: String..., lineEnd: String = "\n") -> String {
        ([header] + rows).map { $0 + lineEnd }.joined()
    }

    /// The sample row with another text in one column.
    static func row(_ column: String, _ text: String) -> String {
        let names = header.split(separator: ",").map(String.init)
        var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let position = names.firstIndex(of: column) { cells[position] = text }
        return cells.joined(separator: ",")
    }

    static func workbook(_ rows: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
        <Worksheet ss:Name="Schedule"><Table>
        <Row><Cell><Data>Term</Data></Cell><Cell><Data>CRN</Data></Cell><Cell><Data>Subject</Data></Cell><Cell><Data>Course</Data></Cell><Cell><Data>Section</Data></Cell><Cell><Data>Type</Data></Cell><Cell><Data>Instructor</Data></Cell><Cell><Data>Meeting</Data></Cell></Row>
        \(rows)
        </Table></Worksheet></Workbook>
        """
    }

    static func workbookRow(_ cells: String...) -> String {
        "<Row>" + cells.map { "<Cell><Data>\($0)</Data></Cell>" }.joined() + "</Row>"
    }
}
