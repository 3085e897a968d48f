import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit attachment get`.
struct AttachmentGet: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Save files of an event and its thread, or of one reply.",
        discussion: """
            Saves into the current folder, under the names of the files, and overwrites nothing unless --force is given. Of \
            several files with one name, the second is saved as NAME-2. The saved files are not executable. Their paths go to \
            standard output.

            Examples:
              noteit attachment get CMPT225#42                all its files
              noteit attachment get CMPT225#42 2 slides.pdf
              noteit attachment get CMPT225#42#3              the files of the third reply
              noteit attachment get CMPT225#42 1 --output week5.pdf
              noteit attachment get CMPT225#42 1 -o - | less
              noteit attachment get CMPT225#42 --folder downloads
            """)

    @Argument(help: "Event or reply, such as CMPT225#42 or CMPT225#42#3.", completion: Completions.events) var name: String
    @Argument(help: "Numbers from 'noteit attachment list', or names; without any, all files.") var files: [String] = []
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Save a single file under this path; - writes it to standard output.", valueName: "file"),
        completion: .file())
    var output: String?
    @Option(help: "Save into this folder.", completion: .directory) var folder: String = "."
    @Flag(help: "Overwrite existing files.") var force = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if output != nil, folder != "." {
            throw ValidationError("--output and --folder exclude each other: --output takes a path.")
        }
        if output == "-", session.json || session.plain {
            throw ValidationError("--output - writes the file alone: leave --json and --plain out.")
        }
    }

    func run(_ context: CommandContext) async throws {
        let words = EventWords(name, files)
        let target = try await context.target(words)
        let all = ThreadFile.all(of: target)
        var chosen = try words.rest.isEmpty ? all : words.rest.map { try ThreadFile.named($0, in: all, of: target) }
        var numbers: Set<Int> = []
        chosen = chosen.filter { numbers.insert($0.number).inserted }
        guard !chosen.isEmpty else { throw Complaint("\(target.name) has no files.") }
        guard output == nil || chosen.count == 1 else {
            throw Complaint.usage(
                "--output takes one file, and these are \(chosen.count).", "Name one of them, or use --folder.")
        }
        if output == "-" { return try await write(chosen[0].attachment, context) }
        let places = try places(of: chosen.map(\.attachment))
        var saved: [Saved] = []
        for place in places {
            do {
                try await save(place, context)
            } catch {
                // What is there must be known, whatever stopped the rest.
                try? await report(saved, context)
                throw error
            }
            saved.append(place)
        }
        try await report(saved, context)
    }

    private func report(_ saved: [Saved], _ context: CommandContext) async throws {
        try await context.report(saved, plain: saved.map { [$0.path, "\($0.file.size)", $0.file.id.description] }) {
            for item in saved { context.out(Styled(item.path) + Styled("  " + FileSize.text(item.file.size), .faint)) }
        }
    }

    /// Writes a file to standard output, unchanged, after all of it has arrived.
    private func write(_ attachment: Attachment, _ context: CommandContext) async throws {
        let folder = context.profile.state.appending(path: "downloads")
        try context.profile.make(folder)
        let part = folder.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: part) }
        try await context.client.download(attachment, to: part)
        let file = try FileHandle(forReadingFrom: part)
        // After the reader of a pipe has closed it, the process ends: nothing must be left.
        try? FileManager.default.removeItem(at: part)
        while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty { context.console.raw(bytes) }
    }

    /// Where each file goes. Throws a complaint, before anything is saved, for a name that must not become a path and for a file
    /// that is there, unless it is to be overwritten.
    private func places(of attachments: [Attachment]) throws -> [Saved] {
        var places: [Saved] = []
        for attachment in attachments {
            // A name from the server must never become a path.
            if let fault = FileName.fault(attachment.name), output == nil {
                throw Complaint(
                    "The file's name \(attachment.name.visible) \(fault).",
                    advice: ["Save it under another name: --output FILE"])
            }
            let path = output ?? path(attachment.name, besides: Set(places.map(\.path)))
            if !force, FileManager.default.fileExists(atPath: Self.url(path).path) {
                throw Complaint(
                    "\(path) exists already; nothing was overwritten.",
                    advice: ["Overwrite it with --force, or use --folder or --output."])
            }
            let target = Self.url(path).deletingLastPathComponent().path
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: target, isDirectory: &isFolder), isFolder.boolValue else {
                throw Complaint("There is no folder \(target).", advice: ["Make it first: mkdir -p \(target.quotedForShell)"])
            }
            places.append(Saved(path: path, file: attachment))
        }
        return places
    }

    /// A path is taken as it is: `~` is a name like others.
    private static func url(_ path: String) -> URL { URL(filePath: path.hasPrefix("/") ? path : "./" + path) }

    /// Downloads to a temporary name in the same folder, then renames: the file is whole or absent.
    private func save(_ place: Saved, _ context: CommandContext) async throws {
        let target = Self.url(place.path)
        let part = target.deletingLastPathComponent().appending(path: ".\(place.file.id).part")
        try await context.client.download(place.file, to: part)
        guard rename(part.path, target.path) == 0 else {
            try? FileManager.default.removeItem(at: part)
            throw Complaint("\(place.path) cannot be written.")
        }
    }

    /// `week5.pdf`, `week5-2.pdf` if that is taken, and so on.
    private func path(_ name: String, besides taken: Set<String>) -> String {
        let (stem, ending) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
        var (number, path) = (1, place(name))
        while taken.contains(path) {
            number += 1
            path = place("\(stem)-\(number)" + (ending.isEmpty ? "" : ".\(ending)"))
        }
        return path
    }

    private func place(_ name: String) -> String { folder == "." ? name : folder + "/" + name }

    private struct Saved: Encodable {
        var path: String
        var file: Attachment
    }
}
