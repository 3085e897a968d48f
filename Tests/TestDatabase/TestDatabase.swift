import Foundation
import Synchronization

@testable import NoteItStore

/// The database of a test: an SQLite file, or with `NOTEIT_TEST_ENGINE=postgresql` a PostgreSQL database of its own.
public enum TestDatabase {
    public static let isPostgreSQL = ProcessInfo.processInfo.environment["NOTEIT_TEST_ENGINE"] == "postgresql"

    private static let cluster = Result { try Cluster() }

    /// A new database whose files are in `folder`. An SQLite file is made when it is opened.
    public static func make(in folder: URL, name: String = "test.db") throws -> StoreLocation {
        guard isPostgreSQL else { return .file(folder.appending(path: name).path) }
        return .postgresql(address: try cluster.get().makeDatabase(), folder: folder.path)
    }

    /// Frees the room that a database takes. Connections to it are ended.
    public static func remove(_ location: StoreLocation) {
        guard case .postgresql(let address, _) = location, let cluster = try? cluster.get() else { return }
        try? cluster.removeDatabase(address)
    }
}

/// A PostgreSQL cluster in a temporary folder, which listens on a socket there and on no port. It ends with this process, however
/// that ends: its shell waits for the end of a pipe.
private final class Cluster: Sendable {
    private static let programs = "/usr/lib/postgresql/15/bin"
    private static let template = "noteit_template"
    private let folder: String
    /// Closed with this process.
    private let pipe = Pipe()
    private let admin: PostgreSQLConnection
    private let count = Mutex(0)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "noteit-pg-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let process = Process()
        // PostgreSQL does not run as root.
        let isRoot = getuid() == 0
        if isRoot { try Self.give(folder, to: "postgres") }
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", Self.programs, folder, isRoot ? "runuser -u postgres --" : ""]
        process.standardInput = pipe
        try process.run()
        admin = try Self.connect("postgresql://noteit@/postgres?host=\(folder)", process)
        try admin.script("CREATE DATABASE \(Self.template)")
        try SQLStore(.postgresql(address: address(Self.template), folder: folder)).close()
    }

    private static let script = """
        cd "$2" && $3 "$1/initdb" -D "$2/data" -U noteit --auth=trust --no-sync --encoding=UTF8 --locale=C > "$2/log" 2>&1 || exit 1
        $3 "$1/postgres" -D "$2/data" -c listen_addresses= -c unix_socket_directories="$2" -c fsync=off -c full_page_writes=off \
            -c max_connections=300 -c max_wal_size=4GB >> "$2/log" 2>&1 < /dev/null &
        cat > /dev/null
        kill -INT $(head -n 1 "$2/data/postmaster.pid")
        wait
        cd / && rm -rf "$2"
        """

    private static func give(_ folder: String, to user: String) throws {
        try FileManager.default.setAttributes([.ownerAccountName: user], ofItemAtPath: folder)
    }

    private static func connect(_ address: String, _ process: Process) throws -> PostgreSQLConnection {
        while true {
            do {
                return try PostgreSQLAddress(address).connect()
            } catch let fault as StoreError {
                guard case .cannotOpen = fault, process.isRunning else { throw fault }
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }

    private func address(_ database: String) -> String { "postgresql://noteit@/\(database)?host=\(folder)" }

    func makeDatabase() throws -> String {
        try count.withLock { count in
            count += 1
            try admin.script("CREATE DATABASE test_\(count) TEMPLATE \(Self.template)")
            return address("test_\(count)")
        }
    }

    func removeDatabase(_ address: String) throws {
        let name = address.split(separator: "?")[0].split(separator: "/").last ?? ""
        try admin.script("DROP DATABASE \(name) WITH (FORCE)")
    }
}
