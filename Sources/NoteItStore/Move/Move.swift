import Foundation

/// Moves everything from one database to another of the other engine: all tables with their ids, offsets and epoch, the contents
/// of attachments, and the signing keys.
///
/// The target has a mark until it is complete, and the source has one from then on. A database with a mark is not served. Rows are
/// committed together with their number and checksum, so a move that was broken off goes on where it stopped.
public struct Move {
    /// What a move does now.
    public enum Step: Sendable {
        case copying, verifying, files
    }

    /// What was moved.
    public struct Outcome: Sendable {
        public var tables = 0
        public var rows = 0
        public var files = 0
        /// Files that the source names but does not have.
        public var missingFiles = 0
    }

    /// Rows in one transaction of the target.
    private static let batch = 5_000
    /// Bytes after which a transaction ends earlier.
    private static let batchSize = 4 << 20

    private let from, to: StoreLocation
    /// Called with the step, the done and all units of it: rows or files.
    private let progress: (Step, Int, Int) -> Void
    /// Called when the rows of a table are in the target.
    private let finished: (_ table: String, _ rows: Int) -> Void

    /// - Throws: `MoveError` unless one is a file and the other an address.
    public init(
        from: StoreLocation, to: StoreLocation, progress: @escaping (Step, Int, Int) -> Void,
        finished: @escaping (_ table: String, _ rows: Int) -> Void
    ) throws {
        guard from.isFile != to.isFile else { throw MoveError.sameEngine }
        (self.from, self.to, self.progress, self.finished) = (from, to, progress, finished)
    }

    /// Blocks until all is moved. Throws `StoreError` or `MoveError`; then the source can be served as before, unless the target is
    /// complete. The search index is not made.
    public func run() throws -> Outcome {
        try from.hold { source in
            try check(source)
            return try to.hold { target in try move(source, target) }
        }
    }

    /// Before anything is opened or made at the other end.
    private func check(_ source: any MovingDatabase) throws {
        guard try !source.isEmpty() else { throw MoveError.empty(from.place) }
        if let mark = try MoveMark(source.db), mark.state != .moved { throw StoreError.unfinishedMove(from: mark.place) }
        // A node of this version serves a schema of one step more. A move by it would leave out what that step added.
        let found = try source.version()
        guard found <= Schema.version() else { throw StoreError.newer(found: found, known: Schema.version()) }
    }

    private func move(_ source: any MovingDatabase, _ target: any MovingDatabase) throws -> Outcome {
        guard let identity = try MoveMark.identity(of: source.db) else { throw MoveError.empty(from.place) }
        let isNew = try isNew(target, of: identity, source)
        try source.upgrade()
        let found = try source.tables()
        if isNew {
            if let what = try source.unfitValue(in: found) { throw MoveError.unfit(what) }
            try target.create(MoveMark(.filling, place: from.place, identity: identity, version: source.version()))
        }
        guard try target.version() == source.version() else { throw MoveError.otherVersion(to.place) }
        let tables = try common(found, target.tables())

        let total = try tables.reduce(0) { try $0 + (source.db.value("SELECT COUNT(*) FROM \($1.name)") ?? 0) }
        var outcome = Outcome(tables: tables.count, rows: total)
        let checksums = try copy(tables, source, target, total)
        (outcome.files, outcome.missingFiles) = try moveFiles(source, target)
        try MovedKeys.copy(from: from.keysPath, to: to.keysPath)
        try verify(tables, checksums, target, total)
        try finish(source, target, identity)
        return outcome
    }

    /// Whether the target is to be made anew. Throws if it is neither empty, nor the former place of this class, nor a move from
    /// here that was broken off.
    private func isNew(_ target: any MovingDatabase, of identity: String, _ source: any MovingDatabase) throws -> Bool {
        let left = try MoveMark(source.db)
        if try target.isEmpty() {
            if let left { throw StoreError.moved(to: left.place) }
            return true
        }
        guard let mark = try MoveMark(target.db) else {
            if let left { throw StoreError.moved(to: left.place) }
            throw MoveError.notEmpty(to.place)
        }
        guard mark.identity == identity else {
            throw mark.state == .moved ? MoveError.notEmpty(to.place) : MoveError.otherMove(to.place, from: mark.place)
        }
        if mark.state == .moved {
            if let left { throw StoreError.moved(to: left.place) }
            return true
        }
        guard try mark.version == target.version(), mark.version == Schema.version() else {
            throw MoveError.otherVersion(to.place)
        }
        return false
    }

    /// The tables of both. PostgreSQL has some of its own beside those of the schema, which the file has all.
    private func common(_ ours: [MovedTable], _ theirs: [MovedTable]) throws -> [MovedTable] {
        let (names, others) = (Set(ours.map(\.name)), Dictionary(uniqueKeysWithValues: theirs.map { ($0.name, $0) }))
        let missing = from.isFile ? names.subtracting(others.keys) : Set(others.keys).subtracting(names)
        if let table = missing.min() { throw MoveError.otherTables(table) }
        let tables = ours.filter { others[$0.name] != nil }
        for table in tables {
            func sorted(_ table: MovedTable?) -> [MovedTable.Column]? { table?.columns.sorted { $0.name < $1.name } }
            guard sorted(others[table.name]) == sorted(table), others[table.name]?.key == table.key else {
                throw MoveError.otherTables(table.name)
            }
        }
        return tables
    }

    /// Copies what the target lacks. Returns the checksum of each table of the source.
    private func copy(
        _ tables: [MovedTable], _ source: any MovingDatabase, _ target: any MovingDatabase, _ total: Int
    ) throws -> [String: RowsChecksum] {
        var (checksums, done) = ([String: RowsChecksum](), 0)
        for table in tables {
            let known = try MoveMark.copied(table.name, target.db)
            var (checksum, rows, size) = (RowsChecksum(), [[SQLValue]](), 0)
            func write() throws {
                guard !rows.isEmpty else { return }
                try target.transaction {
                    try target.insert(rows, into: table)
                    try MoveMark.note(table.name, checksum, target.db)
                }
                (rows, size) = ([], 0)
            }
            try source.read(table) { values in
                checksum.add(values)
                done += 1
                progress(.copying, done, total)
                if checksum.rows == known.rows, checksum.text != known.checksum {
                    throw MoveError.changed(to.place, table: table.name)
                }
                guard checksum.rows > known.rows else { return }
                rows.append(values)
                size += values.reduce(0) { $0 + $1.size }
                if rows.count == Self.batch || size >= Self.batchSize { try write() }
            }
            guard checksum.rows >= known.rows else { throw MoveError.changed(to.place, table: table.name) }
            try write()
            checksums[table.name] = checksum
            finished(table.name, checksum.rows)
        }
        return checksums
    }

    private func verify(
        _ tables: [MovedTable], _ checksums: [String: RowsChecksum], _ target: any MovingDatabase, _ total: Int
    ) throws {
        var done = 0
        for table in tables {
            var found = RowsChecksum()
            try target.read(table) { values in
                found.add(values)
                done += 1
                progress(.verifying, done, total)
            }
            guard let right = checksums[table.name], right.rows == found.rows, right.text == found.text else {
                throw MoveError.different(to.place, table: table.name)
            }
        }
    }

    /// In this order, so that at no time both databases may be served.
    private func finish(_ source: any MovingDatabase, _ target: any MovingDatabase, _ identity: String) throws {
        if try MoveMark(target.db)?.state == .filling {
            try target.transaction {
                try target.complete()
                try MoveMark.setWhole(target.db)
            }
            try target.analyze()
        }
        if try MoveMark(source.db) == nil {
            let mark = MoveMark(.moved, place: to.place, identity: identity, version: try source.version())
            try source.transaction { try mark.create(source.db) }
        }
        try target.transaction { try MoveMark.remove(target.db) }
    }

    /// Contents that are there already stay.
    private func moveFiles(_ source: any MovingDatabase, _ target: any MovingDatabase) throws -> (moved: Int, missing: Int) {
        let hashes: [String] = try source.db.column("SELECT DISTINCT sha256 FROM attachment ORDER BY sha256")
        var missing = 0
        for (done, hash) in hashes.enumerated() {
            if try !moveContent(hash, source.db, target) { missing += 1 }
            progress(.files, done + 1, hashes.count)
        }
        return (hashes.count - missing, missing)
    }

    /// From the file beside an SQLite database into PostgreSQL, or back. Returns false if it is missing.
    private func moveContent(_ hash: String, _ source: SQLConnection, _ target: any MovingDatabase) throws -> Bool {
        if to.isFile { return try AttachmentFiles(database: to.base).fill(hash, from: source) }
        let files = AttachmentFiles(database: from.base)
        guard let size = files.size(of: hash), try files.matches(hash) else { return false }
        try target.transaction { try ContentRow.keep(files.path(of: hash), hash: hash, size: size, at: Date(), target.db) }
        return true
    }
}

extension StoreLocation {
    var isFile: Bool { if case .file = self { true } else { false } }

    /// How a mark names it.
    public var place: String {
        switch self {
        case .file(let path): URL(filePath: path).standardizedFileURL.path
        case .postgresql(let address, _): address
        }
    }

    /// Opens the database for `body` alone. Throws `StoreError.inUse` if somebody else has it open.
    fileprivate func hold<Value>(_ body: (any MovingDatabase) throws -> Value) throws -> Value {
        switch self {
        case .file(let path): return try SQLiteMovingFile.hold(path, body)
        case .postgresql(let address, let folder):
            do {
                let database = try PostgreSQLMovingDatabase(address)
                defer { database.letGo() }
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                let value = try body(database)
                SearchFile(path: base + ".search").remove()
                return value
            } catch let fault as PostgreSQLFault {
                let isRefused = fault.code == "42501"
                throw StoreError.cannotOpen(
                    path: address, why: fault.message,
                    mend: isRefused
                        ? "Make its user the owner of the database: ALTER DATABASE ... OWNER TO ..."
                        : "Begin again; what was copied stays.")
            }
        }
    }
}
