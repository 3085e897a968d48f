import ArgumentParser
import Foundation
import NoteItStore

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move everything from SQLite to PostgreSQL, or back.",
        discussion: """
            Copies all tables, the attachments and the signing keys, checks the copy, and marks the source, which is not served from \
            then on. Stop the server first. A move that was broken off goes on when it is begun again. The target must be empty, or \
            the place from which the class was moved before. Clients go on with their cursors.
            """)

    @Option(help: ArgumentHelp("The database to move: a file, or the address postgresql://USER@HOST/NAME.", valueName: "file"))
    var from: String
    @Option(help: ArgumentHelp("The database to fill: an address, or a file.", valueName: "file"))
    var to: String
    @Option(
        help: ArgumentHelp(
            """
            Where this machine keeps keys, attachments and the search index beside the PostgreSQL database. \
            [$NOTEIT_FOLDER; default: .]
            """, valueName: "folder"))
    var folder: String?

    func run() async throws {
        let folder = folder ?? Setting.folder.value ?? "."
        let (source, target) = (StoreLocation(from, folder: folder), StoreLocation(to, folder: folder))
        if case .file(let path) = source, !FileManager.default.fileExists(atPath: path) {
            throw Failure("There is no database at \(path). Name the one to move with --from.")
        }
        let start = ContinuousClock.now
        let outcome = try Self.moved(source, target)
        try await Self.index(target)
        let seconds = (ContinuousClock.now - start).formatted(
            .units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 1)))
        announce("Moved \(outcome.tables) tables with \(outcome.rows) rows and \(outcome.files) files in \(seconds).")
        if outcome.missingFiles > 0 {
            announce("\(outcome.missingFiles) files were missing before in \(Self.attachments(of: source)).")
        }
        announce("The attachments are in \(Self.attachments(of: target)), and the keys in \(target.keysPath).")
        let option = if case .postgresql = target { " --folder '\(folder)'" } else { "" }
        announce("\(from) is marked as moved. Serve the new place: noteitd serve --database '\(target.place)'\(option)")
    }

    private static func attachments(of location: StoreLocation) -> String {
        if case .file = location { location.filesPath } else { "the database" }
    }

    private static func moved(_ source: StoreLocation, _ target: StoreLocation) throws -> Move.Outcome {
        var bars = [
            Move.Step.copying: ProgressBar("copying"), .verifying: ProgressBar("verifying"), .files: ProgressBar("files"),
        ]
        let isLines = !ProgressBar.isShown
        let move = try Move(from: source, to: target) { step, done, total in
            bars[step]?.show(done, of: total)
            if done == total { bars[step]?.clear() }
        } finished: { table, rows in
            if isLines { announce("\(table.padded(to: 28))\(String(rows).padded(to: -10)) rows") }
        }
        return try move.run()
    }

    /// Makes the index of texts, which is not moved.
    private static func index(_ target: StoreLocation) async throws {
        let store = try SQLStore(target, creating: false)
        do {
            try await store.indexTexts()
            try store.close()
        } catch {
            try? store.close()
            throw error
        }
    }
}
