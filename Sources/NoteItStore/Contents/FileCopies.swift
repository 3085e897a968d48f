import Foundation
import Synchronization

/// The copies of contents in the folder of a node. With more bytes than `most`, those go that were not asked for the longest; the
/// database has them all.
final class FileCopies: Sendable {
    private struct State {
        /// The copies that were compared with their names since they last changed.
        var stamps: [String: AttachmentFiles.Stamp] = [:]
        /// When each was last asked for. The others were last asked for when they were written, or later.
        var used: [String: Date] = [:]
        /// Uploads that the database does not have yet.
        var uploads: [String: Int] = [:]
        /// The bytes of all copies, or more, since it is not known when somebody deletes one; nil until they were counted.
        var size: Int?
    }

    /// A tenth more than needed goes, so that not each new copy ends an old one.
    private static let rest = 0.9
    /// In bytes.
    let most: Int
    private let state = Mutex(State())

    init(most: Int) { self.most = most }

    func isKnown(_ hash: String, _ stamp: AttachmentFiles.Stamp) -> Bool { state.withLock { $0.stamps[hash] == stamp } }

    func note(_ hash: String, _ stamp: AttachmentFiles.Stamp?) { state.withLock { $0.stamps[hash] = stamp } }

    /// Somebody asks for it now.
    func use(_ hash: String) { state.withLock { $0.used[hash] = Date() } }

    /// Keeps a file until `uploaded`.
    func uploads(_ hash: String) { state.withLock { $0.uploads[hash, default: 0] += 1 } }

    func uploaded(_ hash: String) {
        state.withLock { state in
            let others = (state.uploads[hash] ?? 1) - 1
            state.uploads[hash] = others > 0 ? others : nil
        }
    }

    /// A copy was written. Makes room for it, and blocks meanwhile.
    func added(_ hash: String, size: Int, to files: AttachmentFiles) {
        use(hash)
        let isTooMuch = state.withLock { state in
            state.size = state.size.map { $0 + size }
            return state.size.map { $0 > most } ?? true
        }
        if isTooMuch { makeRoom(for: hash, in: files) }
    }

    private func makeRoom(for hash: String, in files: AttachmentFiles) {
        let copies = files.all()
        state.withLock { state in
            var size = copies.reduce(0) { $0 + $1.size }
            let names = Set(copies.map(\.hash))
            state.used = state.used.filter { names.contains($0.key) }
            state.stamps = state.stamps.filter { names.contains($0.key) }
            if size > most {
                let oldest = copies.map { (copy: $0, used: max(state.used[$0.hash] ?? $0.writtenAt, $0.writtenAt)) }
                    .sorted { $0.used < $1.used }
                for (copy, _) in oldest where copy.hash != hash && state.uploads[copy.hash] == nil {
                    if Double(size) <= Double(most) * Self.rest { break }
                    files.remove(copy.hash)
                    (state.stamps[copy.hash], state.used[copy.hash]) = (nil, nil)
                    size -= copy.size
                }
            }
            state.size = size
        }
    }
}
