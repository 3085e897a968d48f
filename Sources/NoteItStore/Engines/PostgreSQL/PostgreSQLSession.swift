import Foundation

/// Opens connections for one use, and checks each: a database may be replaced between two.
struct PostgreSQLSession: Sendable {
    enum Use: Sendable {
        /// - Parameter limit: the most processor time for a read; nil for no limit. PostgreSQL measures the whole time of a
        ///   statement, which may be four times that.
        case reading(limit: Duration?)
        /// - Parameter isServing: whether others wait: a transaction may then do nothing for 2 seconds, after which other
        ///   processes write. An import may take longer.
        case writing(isServing: Bool)
        /// For commits that only show that commits pass.
        case beating
        case listening
    }

    let address: PostgreSQLAddress
    let use: Use
    let node: PostgreSQLNode

    /// Throws `StoreError`, or `PostgreSQLFault` for a database that cannot be used as it is.
    func open() throws -> PostgreSQLConnection {
        if case .beating = use {} else { try node.requireOpen() }
        let connection = try address.connect()
        connection.setDeadline(.now + PostgreSQLNode.patience)
        try connection.script(Self.common)
        try PostgreSQLPrograms.enter(node.schema.version, connection)
        try node.join(connection)
        try connection.script(settings)
        guard (try? PostgreSQLMoveLock.enter(connection)) != nil else { throw PostgreSQLFault.moved }
        connection.setDeadline(nil)
        return connection
    }

    /// They take precedence over what the operator set for the user or the database.
    static let common = [
        "SET client_min_messages = 'warning'", "SET standard_conforming_strings = 'on'", "SET bytea_output = 'hex'",
        "SET jit = 'off'", "SET extra_float_digits = '1'",
        // A COMMIT that is cancelled while it waits for a standby is committed all the same.
        "SET statement_timeout = '0'",
        // Else a commit is acknowledged before it is on disk, or before the standby has it.
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')",
    ].joined(separator: "; ")

    private var settings: String {
        switch use {
        case .reading(let limit):
            """
            SET statement_timeout = '\(limit.map { Int(4 * ($0 / .milliseconds(1))) } ?? 0)'; \
            SET idle_in_transaction_session_timeout = '\(limit == nil ? "0" : "10s")'
            """
        case .writing(let isServing):
            "SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '\(isServing ? "2s" : "0")'"
        case .beating, .listening: "SET idle_in_transaction_session_timeout = '2s'"
        }
    }
}
