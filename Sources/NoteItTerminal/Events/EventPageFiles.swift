import NoteItCore

/// Files in a thread's page: a line each, with the number by which 'noteit attachment get' knows it.
extension EventPage {
    var eventFiles: [Styled] { lines(event.attachments, from: 1).map { "  " + $0 } }

    func files(of reply: Reply) -> [Styled] {
        guard !reply.attachments.isEmpty else { return [] }
        let before = replies.prefix { $0.id != reply.id }.reduce(event.attachments.count) { $0 + $1.attachments.count }
        return lines(reply.attachments, from: before + 1)
    }

    private func lines(_ files: [Attachment], from first: Int) -> [Styled] {
        files.enumerated().map { index, file in
            Styled(unicode ? "📎 " : "file ", .faint) + Styled("\(first + index) ", .faint) + Styled(file.name)
                + Styled("  \(FileSize.text(file.size))", .faint)
        }
    }
}
