import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit account export`.
struct AccountExport: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Save all your data as a tar archive.",
        discussion: """
            The archive has your account, posts, replies, timetables, inbox and the rest as JSON, and the files that you \
            attached. It has nothing that others wrote. Its path goes to standard output.

            Examples:
              noteit account export
              noteit account export mine.tar && tar -tf mine.tar
            """)

    @Argument(help: "The archive to write; without it noteit-DATE.tar.", completion: .file()) var file: String?
    @Flag(help: "Overwrite existing files.") var force = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let path = file ?? "noteit-\(context.now.formatted(.iso8601.year().month().day())).tar"
        let target = URL(filePath: path)
        if !force, FileManager.default.fileExists(atPath: target.path) {
            throw Complaint(
                "\(path) exists already; nothing was overwritten.", advice: ["Overwrite it with --force, or name another file."]
            )
        }
        let part = URL(filePath: path + ".part")
        let size = try await context.client.export(to: part)
        guard rename(part.path, target.path) == 0 else { throw Complaint("\(path) cannot be written.") }
        try await context.report(Saved(path: path, size: size), plain: [[path, "\(size)"]]) {
            context.out(Styled(path))
            context.say(Styled("All your data, \(FileSize.text(size)).", .good))
        }
    }

    private struct Saved: Encodable {
        var path: String
        var size: Int
    }
}
