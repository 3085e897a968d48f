import ArgumentParser
import Foundation
import NoteItTerminal

/// The file of `--picture`: an SVG picture, the same as the page saves.
struct PictureFile {
    static let help = ArgumentHelp(
        "Write it as an SVG picture, over a file that is there; - writes to standard output.",
        valueName: "file")

    private let path: String

    init(_ path: String) { self.path = path }

    func write(_ picture: Data, _ context: CommandContext) throws {
        if path == "-" { return context.raw(String(decoding: picture, as: UTF8.self)) }
        do {
            try picture.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Complaint("Could not write \(path): \(error.localizedDescription)")
        }
        context.say(Styled("The picture is in \(path).", .good))
    }
}
