import ArgumentParser
import NoteItClient
import NoteItCore

/// `noteit attachment`.
struct AttachmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment",
        abstract: "List and save the files of events and replies.",
        discussion: """
            Attach files with 'noteit post --attach' and 'noteit reply --attach'. They are numbered from 1 in each thread: \
            first the files of the event, then those of its replies.
            """,
        subcommands: [AttachmentList.self, AttachmentGet.self])
}

/// A file with its number in a thread.
struct ThreadFile {
    /// 1, 2, ... in the thread.
    let number: Int
    let attachment: Attachment
    /// The reply that it is attached to; nil for the event.
    let reply: Reply?

    static func all(of thread: EventThread) -> [ThreadFile] {
        let files =
            thread.event.attachments.map { ($0, nil as Reply?) }
            + thread.replies.flatMap { reply in reply.attachments.map { ($0, reply) } }
        return files.enumerated().map { ThreadFile(number: $0 + 1, attachment: $1.0, reply: $1.1) }
    }

    /// The files of one reply, or of the event with its thread.
    static func all(of target: ThreadTarget) -> [ThreadFile] {
        all(of: target.thread).filter { target.reply == nil || $0.reply?.id == target.reply?.id }
    }

    /// The file with this number, else with this name. Throws a usage complaint for none and for several.
    static func named(_ name: String, in all: [ThreadFile], of target: ThreadTarget) throws -> ThreadFile {
        let numbered = all.filter { "\($0.number)" == name }
        let found = numbered.isEmpty ? all.filter { $0.attachment.name == name } : numbered
        guard let file = found.first, found.count == 1 else {
            throw Complaint.usage(
                found.isEmpty
                    ? "\(target.name) has no file '\(name)'."
                    : "\(target.name) has several files '\(name)': name one by its number.",
                "List them with: noteit attachment list '\(target.name)'")
        }
        return file
    }
}
