import CPostgreSQL

/// The address of a database, such as
/// `postgresql://noteit@db.example.edu/noteit?sslmode=verify-full&sslrootcert=/etc/noteit/db-ca.crt`.
/// - Source: https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
struct PostgreSQLAddress: Sendable {
    let text: String

    /// Throws `StoreError` for an address that cannot be read or that has a password: other users of the machine see the command
    /// lines of all processes.
    init(_ text: String) throws {
        if let fault = libpq_open() { throw StoreError.noLibrary(String(cString: fault)) }
        var why: UnsafeMutablePointer<CChar>?
        guard let options = libpq_parse(text, &why) else {
            defer { libpq_free(why) }
            throw StoreError.wrongAddress(PostgreSQLConnection.oneLine(why.map { String(cString: $0) } ?? ""))
        }
        defer { libpq_options_free(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if ["password", "sslpassword"].contains(String(cString: keyword)), option.pointee.val != nil {
                throw StoreError.passwordInAddress
            }
            option += 1
        }
        self.text = text
    }

    /// Of several hosts, the one that takes writes. An address may say otherwise.
    private var manyHosts: [String: String] { text.contains(",") ? ["target_session_attrs": "read-write"] : [:] }

    /// The defaults under what the address says. A server that has vanished is noticed within 15 seconds.
    private static let defaults = [
        "application_name": "noteitd", "connect_timeout": "5", "keepalives_idle": "5", "keepalives_interval": "3",
        "keepalives_count": "3", "tcp_user_timeout": "15000",
    ]

    /// Opens a connection. Throws `StoreError.cannotOpen` if that fails, `.standby` and `.readOnlyDatabase`; `PostgreSQLFault` if a
    /// primary that was read-only a moment ago does not answer.
    func connect() throws -> PostgreSQLConnection {
        let opened = open()
        guard let connection = opened, libpq_status(connection) == CONNECTION_OK else {
            defer { libpq_finish(opened) }
            let why = libpq_error_message(opened).map { PostgreSQLConnection.oneLine(String(cString: $0)) } ?? "no memory"
            // Of libpq, if no host takes writes.
            if why.hasSuffix("session is read-only") { return try primary() }
            if why.hasSuffix("server is in hot standby mode") { throw StoreError.standby }
            throw StoreError.cannotOpen(path: text, why: why, mend: mend(opened, why))
        }
        return PostgreSQLConnection(connection)
    }

    /// The primary of the hosts, which took no writes, or was no primary, a moment ago. Throws `StoreError.standby` if there is none,
    /// and `.readOnlyDatabase` if it still takes no writes.
    private func primary() throws -> PostgreSQLConnection {
        let opened = open(["target_session_attrs": "primary"])
        guard let opened, libpq_status(opened) == CONNECTION_OK else {
            libpq_finish(opened)
            throw StoreError.standby
        }
        let connection = PostgreSQLConnection(opened)
        connection.setDeadline(.now + PostgreSQLNode.patience)
        let takesWrites: Bool? = try SQLConnection(connection).native.value(
            "SELECT current_setting('transaction_read_only') = 'off'")
        guard takesWrites == true else { throw StoreError.readOnlyDatabase }
        connection.setDeadline(nil)
        return connection
    }

    /// - Parameter more: what takes the place of what the address says.
    private func open(_ more: [String: String] = [:]) -> OpaquePointer? { withOptions(more) { libpq_connect($0, $1) } }

    private func withOptions<Result>(
        _ more: [String: String], _ body: (_ names: [UnsafePointer<CChar>?], _ values: [UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let before = Self.defaults.merging(manyHosts) { $1 }.sorted { $0.key < $1.key }
        let after = more.merging(["client_encoding": "UTF8"]) { $1 }.sorted { $0.key < $1.key }
        let all = before.map { ($0.key, $0.value) } + [("dbname", text)] + after.map { ($0.key, $0.value) }
        return Self.withPointers(all.map(\.0)) { names in Self.withPointers(all.map(\.1)) { body(names, $0) } }
    }

    private func mend(_ connection: OpaquePointer?, _ why: String) -> String {
        // libpq says these in English: nobody sets a locale in this process.
        if why.contains("does not match host name") {
            return "Name the host as its certificate does, or give it a certificate for this name."
        }
        if why.contains("certificate verify failed"), let dates = datesOfCertificate() { return dates }
        if why.contains("root certificate") || why.contains("certificate verify failed") {
            return "Name the authority that signed the certificate of the database: sslrootcert=FILE in the address."
        }
        if why.contains("does not support SSL") { return "Let PostgreSQL speak TLS: ssl, ssl_cert_file and ssl_key_file." }
        // Of the first connection to a database whose disk is full.
        if why.contains("could not write init file") { return PostgreSQLFault.room }
        if libpq_needs_password(connection) != 0 {
            return "Set PGPASSWORD, or write the password to ~/.pgpass (or the file that PGPASSFILE names)."
        }
        if libpq_used_password(connection) != 0 {
            return "Check the user, the database, and the password in PGPASSWORD or ~/.pgpass."
        }
        return "Check the address, that PostgreSQL runs there, and that its pg_hba.conf lets this user in."
    }

    /// Nil if the certificate of the database is valid at this time. libpq does not say why it refuses one, so it is asked for once more,
    /// and not verified.
    private func datesOfCertificate() -> String? {
        let unverified = ["sslmode": "require", "sslrootcert": "/dev/null/none"]
        return switch withOptions(unverified, { libpq_certificate_dates($0, $1, 5_000) }) {
        case -1: "The certificate of the database has expired. Make it anew."
        case 1: "The certificate of the database is not valid yet. Are the clocks of both machines right?"
        default: nil
        }
    }

    private static func withPointers<Result>(
        _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let bytes = texts.flatMap { Array($0.utf8CString) }
        let starts = texts.reduce(into: [0]) { starts, text in starts.append((starts.last ?? 0) + text.utf8.count + 1) }
        return bytes.withUnsafeBufferPointer { buffer in
            body(starts.dropLast().map { buffer.baseAddress?.advanced(by: $0) } + [nil])
        }
    }
}
