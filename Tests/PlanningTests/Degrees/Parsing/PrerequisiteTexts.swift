import NoteItCore
import RealData

@testable import Registrar

/// The prerequisite texts of a university's courses, from the registrar's table.
struct PrerequisiteTexts {
    /// Every text that is not empty, with its course's subject.
    private(set) var texts: [(subject: String, text: String)] = []

    init(_ source: University, in data: RealData) throws {
        var parser = CSVParser()
        var columns: Columns?
        func take(_ row: TableRow) {
            guard let header = columns else { return columns = Columns(header: row.cells) }
            let text = header.cell(source.column, row)
            let subject = header.cell(source.subject, row).prefix { $0.isLetter }
            if !text.isEmpty { texts.append((String(subject), text)) }
        }
        let bytes = try ByteSource(path: data.path(source.file))
        var chunk: [UInt8] = []
        repeat {
            try bytes.read(into: &chunk)
            try parser.parse(chunk, emit: take)
        } while !chunk.isEmpty
        try parser.finish(emit: take)
    }

    enum University: String, CaseIterable {
        case sfu, rpi

        var file: String { self == .sfu ? "sfu/courses.csv" : "rpi/prerequisites.csv" }
        var column: String { self == .sfu ? "prerequisites" : "raw" }
        var subject: String { self == .sfu ? "subject" : "course" }
    }
}
