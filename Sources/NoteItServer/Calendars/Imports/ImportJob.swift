import Logging
import NoteItCore
import ServiceLifecycle

/// Reads the imports whose time has come, at most four at a time. A slow host occupies one of them.
struct ImportJob: Service {
    let store: any Store
    let service: ImportService
    let logger: Logger

    private static let together = 4
    /// Between two looks.
    private static let pause = Duration.seconds(10)
    /// Longer than reading takes. An import whose server ended meanwhile is due again afterwards.
    private static let claim = 300.0

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                for _ in 0..<Self.together { group.addTask { await readDue() } }
            }
        }
    }

    private func readDue() async {
        while !Task.isCancelled {
            do {
                if try await readNext() { continue }
            } catch {
                logger.failed(to: "look for imports to read", again: "in \(Self.pause)", error)
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// False if none is due.
    func readNext() async throws -> Bool {
        guard let due = try await store.importsToSync(limit: 1, pause: Self.claim).first else { return false }
        do {
            try await service.sync(due.id, of: due.account, from: due.source)
        } catch DomainError.notFound {
            // It was deleted meanwhile.
        } catch {
            logger.failed(to: "store the import \(due.id)", again: "in 5 minutes", error)
        }
        return true
    }
}
