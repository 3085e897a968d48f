import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit attachment get`.
struct AttachmentGet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Save files of an event and its thread, or of one reply.",
        discussion: """
            Saves into the current folder, under the names that the files have, and overwrites nothing unless --force is given. \
            What is saved may not be run: it is a file like any other. The paths go to standard output.

            Examples:
              noteit attachment get CMPT225#42                all of them
              noteit attachment get CMPT225#42 2 slides.pdf
              noteit attachment get CMPT225#42#3              those of the third reply
              noteit attachment get CMPT225#42 1 --output week5.pdf
              noteit attachment get CMPT225#42 --folder downloads
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: String
    @Argument(help: "Numbers from 'noteit attachment list', or names; all if left out.") var files: [String] = []
    @Option(name: .shortAndLong, help: ArgumentHelp("Save the one file as this.", valueName: "file"), completion: .file())
    var output: String?
    @Option(help: "Save into this folder.", completion: .directory) var folder: String = "."
    @Flag(help: "Overwrite what is there.") var force = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try await work.getInStep()
        let words = EventWords(name, files)
        let place = try await work.place(words)
        let all = ThreadFile.all(of: place)
        let chosen = try words.rest.isEmpty ? all : words.rest.map { try ThreadFile.named($0, in: all, of: place) }
        guard !chosen.isEmpty else { throw Complaint("\(place.name) has no files.") }
        guard output == nil || chosen.count == 1 else {
            throw Complaint.usage("--output takes one file, and these are \(chosen.count).", "Say which, or take --folder.")
        }
        var saved: [Saved] = []
        for file in chosen { saved.append(Saved(path: try await save(file.attachment, work), file: file.attachment)) }
        switch work.console.form {
        case .json: try work.writeJSON(saved)
        case .plain: for item in saved { work.console.row([item.path, "\(item.file.size)", item.file.id.description]) }
        case .pretty:
            for item in saved { work.console.out(Styled(item.path) + Styled("  " + FileSize.text(item.file.size), .faint)) }
        }
    }

    /// Under a name beside its own first, so that nothing half is ever there. Returns its path.
    private func save(_ attachment: Attachment, _ work: Workplace) async throws -> String {
        // What a server says is no path, whatever it says.
        if let fault = FileName.fault(attachment.name), output == nil {
            throw Complaint(
                "The file's name \(attachment.name.visible) \(fault).", advice: ["Save it as another: --output FILE"])
        }
        let path = output ?? (folder == "." ? attachment.name : folder + "/" + attachment.name)
        let target = URL(filePath: path)
        if !force, FileManager.default.fileExists(atPath: target.path) {
            throw Complaint(
                "\(path) is there already; nothing was overwritten.", advice: ["Overwrite it with --force, or take --output."])
        }
        let part = target.deletingLastPathComponent().appending(path: ".\(attachment.id).part")
        try await work.client.download(attachment, to: part)
        guard rename(part.path, target.path) == 0 else {
            try? FileManager.default.removeItem(at: part)
            throw Complaint("\(path) cannot be written.")
        }
        return path
    }

    private struct Saved: Encodable {
        var path: String
        var file: Attachment
    }
}
