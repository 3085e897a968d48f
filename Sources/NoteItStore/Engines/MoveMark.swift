/// The row that a move leaves in a database. A database with one is not served.
struct MoveMark: Equatable {
    enum State: String {
        /// The database is being filled.
        case filling
        /// The database has all rows, and they are right.
        case whole
        /// The database was moved away, and is left behind.
        case moved
    }

    static let tables = ["noteit_move", "noteit_move_table"]

    var state: State
    /// The database at the other end.
    var place: String
    /// What the databases of one class have in common: a digest of a word that stays for the life of a database.
    var identity: String
    /// The version of the schema.
    var version: Int

    /// Nil if there is none.
    init?(_ db: SQLConnection) throws {
        guard try db.engine.hasTable(Self.tables[0], db) else { return nil }
        let found = try db.decoded("SELECT state, place, identity, version FROM noteit_move") { row in
            (row[0] as String, row[1] as String, row[2] as String, row[3] as Int)
        }
        guard let (state, place, identity, version) = found.first, let state = State(rawValue: state) else { return nil }
        (self.state, self.place, self.identity, self.version) = (state, place, identity, version)
    }

    init(_ state: State, place: String, identity: String, version: Int) {
        (self.state, self.place, self.identity, self.version) = (state, place, identity, version)
    }

    /// Throws `StoreError` for a database that a move has left or not finished.
    static func refuse(_ db: SQLConnection) throws {
        switch try MoveMark(db) {
        case let mark? where mark.state == .moved: throw StoreError.moved(to: mark.place)
        case let mark?: throw StoreError.unfinishedMove(from: mark.place)
        case nil: return
        }
    }

    /// A digest of the word that stays for the life of a database. Nil for a database without one.
    static func identity(of db: SQLConnection) throws -> String? {
        let key: String? = try db.value("SELECT key FROM handle_key")
        guard let key else { return nil }
        var hash = SHA256()
        hash.update(Array(key.utf8))
        return hash.digest()
    }

    /// Makes the tables of a mark, with this one.
    func create(_ db: SQLConnection) throws {
        try db.send(
            """
            CREATE TABLE noteit_move (
                id BIGINT PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL, place TEXT NOT NULL, identity TEXT NOT NULL,
                version BIGINT NOT NULL
            )
            """)
        try db.send("CREATE TABLE noteit_move_table (name TEXT PRIMARY KEY, copied BIGINT NOT NULL, checksum TEXT NOT NULL)")
        try db.send(
            "INSERT INTO noteit_move (id, state, place, identity, version) VALUES (1, ?, ?, ?, ?)", state.rawValue, place,
            identity, version)
    }

    static func setWhole(_ db: SQLConnection) throws {
        try db.send("UPDATE noteit_move SET state = ?", State.whole.rawValue)
    }

    static func remove(_ db: SQLConnection) throws { for table in tables { try db.send("DROP TABLE \(table)") } }

    /// How many rows of a table were copied, and their checksum.
    static func copied(_ table: String, _ db: SQLConnection) throws -> (rows: Int, checksum: String) {
        let found = try db.decoded("SELECT copied, checksum FROM noteit_move_table WHERE name = ?", [table]) { row in
            (row[0] as Int, row[1] as String)
        }
        return found.first ?? (0, "")
    }

    static func note(_ table: String, _ checksum: RowsChecksum, _ db: SQLConnection) throws {
        try db.send(
            """
            INSERT INTO noteit_move_table (name, copied, checksum) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET copied = excluded.copied, checksum = excluded.checksum
            """, table, checksum.rows, checksum.text)
    }
}
