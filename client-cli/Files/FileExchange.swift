import NoteItClient
import NoteItCore

extension EventEdit {
    /// What goes with an event or a reply when some files are taken off and others, sent now, are put behind the rest; nil for no
    /// change. Throws a usage complaint for a file that it does not have.
    func exchange(
        _ added: [LocalFile], without names: [String], of place: ThreadPlace, _ work: Workplace
    ) async throws -> [Attachment.ID]? {
        if added.isEmpty && names.isEmpty { return nil }
        let all = ThreadFile.all(of: place).filter { $0.reply?.id == place.reply?.id }
        let gone = try names == ["all"] ? all : names.map { try ThreadFile.named($0, in: all, of: place) }
        var ids = all.map(\.attachment.id).filter { id in !gone.contains { $0.attachment.id == id } }
        guard ids.count + added.count <= Attachment.most else {
            throw Complaint.usage("\(place.name) can have at most \(Attachment.most) files.", "Take some off with --detach.")
        }
        for file in added { ids.append(try await work.client.upload(file.url, named: file.name, id: .make(at: work.now)).id) }
        return ids
    }
}
