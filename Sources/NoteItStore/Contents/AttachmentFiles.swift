import Dispatch
import Foundation
import NoteItCore

/// The contents of attachments: files in a folder beside the database, each named by its hash. Equal contents share a file.
///
/// A content is written under a temporary name, forced to the disk and renamed before any row of the database refers to it.
/// Unused contents are removed within a write of the database, so that no new row can refer to them meanwhile.
struct AttachmentFiles: Sendable {
    /// Created with the first file.
    let folder: String

    init(database path: String) { folder = path + ".files" }

    private var incomingFolder: String { folder + "/incoming" }
    private var unnamedFolder: String { folder + "/unnamed" }

    func path(of hash: String) -> String { "\(subfolder(of: hash))/\(hash)" }

    private func subfolder(of hash: String) -> String { "\(folder)/\(hash.prefix(2))" }

    /// Begins an upload. Throws `.unavailable` if the disk cannot take it.
    func begin() throws -> IncomingFile {
        try make(folder)
        try make(incomingFolder)
        return try IncomingFile(path: "\(incomingFolder)/\(UUID().uuidString)")
    }

    /// Gives a finished file its permanent name. Its bytes and its name are on the disk when this returns.
    func keep(_ file: IncomingFile, hash: String) throws {
        try make(subfolder(of: hash))
        guard rename(file.path, path(of: hash)) == 0 else { throw FileFault.domainError(errno) }
        try Self.sync(subfolder(of: hash))
    }

    /// Nil if the file is absent.
    func size(of hash: String) -> Int? { Self.status(path(of: hash)).map { Int($0.st_size) } }

    /// Tells one state of a file from another without reading it.
    struct Stamp: Equatable, Sendable {
        var inode: UInt64
        var size: Int64
        var changed: [Int]
    }

    /// Nil if the file is absent.
    func stamp(of hash: String) -> Stamp? {
        Self.status(path(of: hash)).map { status in
            let times = [status.st_mtim, status.st_ctim].flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] }
            return Stamp(inode: UInt64(status.st_ino), size: Int64(status.st_size), changed: times)
        }
    }

    /// Whether the content has the hash that names it. Throws if the file cannot be read.
    func matches(_ hash: String) throws -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path(of: hash)) else { return false }
        defer { try? handle.close() }
        var content = SHA256()
        while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty { content.update(Array(bytes)) }
        return content.digest() == hash
    }

    func remove(_ hash: String) { unlink(path(of: hash)) }

    /// Removes unfinished uploads that a crash left and that have not grown since `date`.
    func removeLeftovers(before date: Date) {
        for name in names(in: incomingFolder) {
            let path = "\(incomingFolder)/\(name)"
            if let status = Self.status(path), status.st_mtim.tv_sec < Int(date.timeIntervalSince1970) { unlink(path) }
        }
    }

    /// The hashes of the contents that were stored before `date`.
    func hashes(before date: Date) -> [String] {
        names(in: folder).filter { $0.count == 2 }.flatMap { part in
            names(in: "\(folder)/\(part)").filter { hash in
                Self.status(path(of: hash)).map { $0.st_mtim.tv_sec < Int(date.timeIntervalSince1970) } ?? false
            }
        }
    }

    /// All contents, with their sizes in bytes and when they were stored.
    func all() -> [(hash: String, size: Int, writtenAt: Date)] {
        names(in: folder).filter { $0.count == 2 }.flatMap { part in
            names(in: "\(folder)/\(part)").compactMap { hash in
                Self.status(path(of: hash)).map {
                    (hash, Int($0.st_size), Date(timeIntervalSince1970: TimeInterval($0.st_mtim.tv_sec)))
                }
            }
        }
    }

    /// Remembers since when no row names the contents `hashes`, in empty files of their names, and forgets the others.
    /// - Returns: those that no row has named for `seconds`.
    func unnamed(_ hashes: Set<String>, at now: Date, longerThan seconds: Double) throws -> [String] {
        let known = Set(names(in: unnamedFolder))
        for hash in known.subtracting(hashes) { unlink("\(unnamedFolder)/\(hash)") }
        guard !hashes.isEmpty else { return [] }
        try make(unnamedFolder)
        var lost: [String] = []
        for hash in hashes {
            let mark = "\(unnamedFolder)/\(hash)"
            if let since = Self.status(mark)?.st_mtim.tv_sec {
                if since < Int((now - seconds).timeIntervalSince1970) { lost.append(hash) }
            } else {
                guard FileManager.default.createFile(atPath: mark, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                    throw FileFault.domainError(errno)
                }
                try FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: mark)
            }
        }
        return lost
    }

    private func names(in folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    private func make(_ folder: String) throws {
        guard mkdir(folder, 0o700) == 0 else {
            if errno == EEXIST { return }
            throw FileFault.domainError(errno)
        }
        try Self.sync((folder as NSString).deletingLastPathComponent)
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Forces the entries of a folder to the disk.
    private static func sync(_ folder: String) throws {
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault.domainError(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileFault.domainError(errno) }
    }
}

/// Runs blocking file work outside the threads of Swift's concurrency.
enum FileWork {
    private static let queue = DispatchQueue(label: "noteit.files", attributes: .concurrent)

    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: work)) }
        }
    }
}

/// Turns the file errors of the system into those of the domain.
enum FileFault {
    static func domainError(_ code: CInt) -> DomainError {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .unavailable("The disk is full; nothing was stored. Reading still works.")
        case EROFS, EACCES, EPERM:
            .unavailable("The folder of the files is read-only; nothing was stored. Reading still works.")
        default: .unavailable("The file cannot be stored now; nothing was kept.")
        }
    }
}
