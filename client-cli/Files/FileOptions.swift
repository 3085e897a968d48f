import ArgumentParser
import NoteItClient
import NoteItTerminal

/// `--attach`, alike wherever something is written.
struct FileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A file to go with it; may be given several times.", valueName: "file"), completion: .file())
    var attach: [String] = []

    /// Throws a usage complaint for what is no file, or one that no server takes.
    func files() throws -> [LocalFile] {
        try attach.map { path in
            do throws(ClientError) {
                return try LocalFile(path: path)
            } catch {
                throw Complaint.usage(error.description)
            }
        }
    }
}

extension ShellCommand {
    func with(_ files: FileOptions) -> ShellCommand { with("--attach", files.attach) }
}
