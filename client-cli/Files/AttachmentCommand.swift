import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit attachment`.
struct AttachmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment",
        abstract: "Files that go with events and replies.",
        discussion: """
            Send some with 'noteit post --attach' and 'noteit reply --attach'. They are numbered from 1 in each thread: those of the \
            event first, then those of its replies.
            """,
        subcommands: [AttachmentList.self, AttachmentGet.self])
}

/// A file with its place in a thread.
struct ThreadFile {
    /// 1, 2, ... in the thread.
    let number: Int
    let attachment: Attachment
    /// The reply that it goes with; nil for the event.
    let reply: Reply?

    static func all(of thread: EventThread) -> [ThreadFile] {
        let files =
            thread.event.attachments.map { ($0, nil as Reply?) }
            + thread.replies.flatMap { reply in reply.attachments.map { ($0, reply) } }
        return files.enumerated().map { ThreadFile(number: $0 + 1, attachment: $1.0, reply: $1.1) }
    }

    /// Those of one reply, or of the event with its thread.
    static func all(of place: ThreadPlace) -> [ThreadFile] {
        all(of: place.thread).filter { place.reply == nil || $0.reply?.id == place.reply?.id }
    }

    /// The one that people mean by a number or a name. Throws a usage complaint for none and for several.
    static func named(_ name: String, in all: [ThreadFile], of place: ThreadPlace) throws -> ThreadFile {
        let found = all.filter { "\($0.number)" == name || $0.attachment.name == name }
        guard let file = found.first, found.count == 1 else {
            throw Complaint.usage(
                found.isEmpty
                    ? "\(place.name) has no file '\(name)'."
                    : "\(place.name) has several files '\(name)': take their numbers.",
                "See them with: noteit attachment list '\(place.name)'")
        }
        return file
    }
}
