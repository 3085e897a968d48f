import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The option `--attach` of all commands that write a post.
struct FileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file to attach; may be given several times.", valueName: "file"), completion: .file())
    var attach: [String] = []

    /// Throws a usage complaint for a path that is not a file, and for a file that no server accepts.
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

extension EventEdit {
    /// The attachments after an edit: some files are taken off, others are uploaded and added. Nil means no change.
    /// Throws a usage complaint for a file that the post does not have.
    func exchange(
        _ added: [LocalFile], without names: [String], of target: ThreadTarget, _ context: CommandContext
    ) async throws -> [Attachment.ID]? {
        if added.isEmpty && names.isEmpty { return nil }
        let all = ThreadFile.all(of: target).filter { $0.reply?.id == target.reply?.id }
        let gone = try names == ["all"] ? all : names.map { try ThreadFile.named($0, in: all, of: target) }
        var ids = all.map(\.attachment.id).filter { id in !gone.contains { $0.attachment.id == id } }
        guard ids.count + added.count <= Attachment.most else {
            throw Complaint.usage("\(target.name) can have at most \(Attachment.most) files.", "Take files off with --detach.")
        }
        for file in added {
            ids.append(try await context.client.upload(file.url, named: file.name, id: .make(at: context.now)).id)
        }
        return ids
    }
}
