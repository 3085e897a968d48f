import Foundation

/// Where a store is: its form decides the engine.
public enum StoreLocation: Sendable, Equatable {
    /// An SQLite file. The keys, the attachments and the search index stand beside it or in it.
    case file(String)
    /// The address of a PostgreSQL database, and the folder with what this machine keeps: the keys, the attachments and the
    /// search index.
    case postgresql(address: String, folder: String)

    /// - Parameters: `database`: a file, or an address that begins with `postgresql://`; `folder`: used with an address alone.
    public init(_ database: String, folder: String) {
        let isAddress = ["postgresql://", "postgres://"].contains { database.hasPrefix($0) }
        self = isAddress ? .postgresql(address: database, folder: folder) : .file(database)
    }

    /// The path to which `.keys`, `.files` and `.search` are appended.
    public var base: String {
        switch self {
        case .file(let path): path
        case .postgresql(_, let folder): folder.hasSuffix("/") ? folder + "noteit" : folder + "/noteit"
        }
    }

    public var keysPath: String { base + ".keys" }

    /// The folder of the attachments, or of their copies.
    public var filesPath: String { base + ".files" }
}

extension SQLStore {
    /// Opens the store at `location`.
    /// - Parameters:
    ///   - creating: whether to make what is absent in a PostgreSQL database that is empty.
    ///   - readTime: the most time for a read, which then fails with `.unavailable`; nil for no limit.
    ///   - copies: the most bytes of the copies of attachments beside a PostgreSQL database.
    ///   - clock: returns the current time; tests pass their own.
    /// - Throws: `StoreError` if the database cannot be used, with a sentence that says what to do.
    public convenience init(
        _ location: StoreLocation, creating: Bool = true, readTime: Duration? = nil, copies: Int = .max,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        switch location {
        case .file(let path): try self.init(path: path, readTime: readTime, clock: clock)
        case .postgresql(let address, let folder):
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let (engine, newest) = try PostgreSQLEngine.open(
                address, creating: creating, readTime: readTime, searchFile: SearchFile(path: location.base + ".search"),
                witness: PostgreSQLWitness(path: location.base + ".seen"))
            self.init(engine, newest: newest, files: AttachmentFiles(database: location.base), copies: copies, clock: clock)
        }
    }
}
