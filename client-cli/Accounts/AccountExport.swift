import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit account export`.
struct AccountExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Save everything that is yours as a tar archive.",
        discussion: """
            JSON of your account, posts, replies, timetables, inbox and all else, and the files that you sent. What others wrote is \
            not in it. The archive's path goes to standard output.

            Examples:
              noteit account export
              noteit account export mine.tar && tar -tf mine.tar
            """)

    @Argument(help: "The archive; noteit-DATE.tar if left out.", completion: .file()) var file: String?
    @Flag(help: "Overwrite what is there.") var force = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        _ = try work.account()
        let path = file ?? "noteit-\(work.now.formatted(.iso8601.year().month().day())).tar"
        let target = URL(filePath: path)
        if !force, FileManager.default.fileExists(atPath: target.path) {
            throw Complaint(
                "\(path) is there already; nothing was overwritten.", advice: ["Overwrite it with --force, or name another."])
        }
        let part = URL(filePath: path + ".part")
        let size = try await work.client.export(to: part)
        guard rename(part.path, target.path) == 0 else { throw Complaint("\(path) cannot be written.") }
        switch work.console.form {
        case .json: try work.writeJSON(Saved(path: path, size: size))
        case .plain: work.console.row([path, "\(size)"])
        case .pretty:
            work.console.out(Styled(path))
            work.console.say(Styled("Everything that is yours, \(FileSize.text(size)).", .good))
        }
    }

    private struct Saved: Encodable {
        var path: String
        var size: Int
    }
}
