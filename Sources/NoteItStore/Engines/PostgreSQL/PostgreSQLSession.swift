import Foundation

/// Opens connections for one use, reading or writing, and checks each: a database may be replaced between two.
struct PostgreSQLSession: Sendable {
    enum Use: Sendable {
        /// - Parameter limit: the most processor time for a read; nil for no limit. PostgreSQL measures the whole time of a
        ///   statement, which may be four times that.
        case reading(limit: Duration?)
        /// - Parameter isServing: whether others wait: a transaction may then do nothing for 10 seconds. An import may take
        ///   longer.
        case writing(isServing: Bool)
    }

    let address: PostgreSQLAddress
    let use: Use

    /// Throws `StoreError`, or `PostgreSQLFault` for a database with another schema than this program's.
    func open() throws -> PostgreSQLConnection {
        let connection = try address.connect()
        try connection.script(settings)
        let found = try PostgreSQLSchema.version(SQLConnection(connection))
        guard found == PostgreSQLSchema.version else { throw PostgreSQLFault.otherSchema }
        return connection
    }

    /// They take precedence over what the operator set for the user or the database.
    private var settings: String {
        var settings = [
            "client_min_messages": "warning", "standard_conforming_strings": "on", "bytea_output": "hex", "jit": "off",
            "extra_float_digits": "1",
        ]
        switch use {
        case .reading(let limit):
            settings["statement_timeout"] = "\(limit.map { Int(4 * ($0 / .milliseconds(1))) } ?? 0)"
            settings["idle_in_transaction_session_timeout"] = limit == nil ? "0" : "10s"
        case .writing(let isServing):
            // A COMMIT that is cancelled while it waits for a standby is committed all the same.
            settings["statement_timeout"] = "0"
            settings["lock_timeout"] = "10s"
            settings["idle_in_transaction_session_timeout"] = isServing ? "10s" : "0"
        }
        let lines = settings.sorted { $0.key < $1.key }.map { "SET \($0.key) = '\($0.value)'" }
        // Else a commit is acknowledged before it is on disk.
        let durable = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        return (lines + [durable]).joined(separator: "; ")
    }
}
