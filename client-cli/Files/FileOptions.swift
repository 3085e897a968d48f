import ArgumentParser
import NoteItClient
import NoteItTerminal

/// The option `--attach` of all commands that write a post.
struct FileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file to attach; may be given several times.", valueName: "file"), completion: .file())
    var attach: [String] = []

    /// Throws a usage complaint for a path that is not a file, and for a file that no server accepts.
    func opened() throws -> [LocalFile] {
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
