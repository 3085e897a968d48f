import Logging
import NoteItCore
import ServiceLifecycle

/// Refreshes the study plans whose inputs changed or whose day is over, and writes the alerts of blocks that begin or end; one node
/// for all. A node refreshes the plans of those who change something through it itself.
struct StudyJob: Service {
    let store: any Store
    let service: StudyService
    let nodes: NodeWatch
    let logger: Logger

    /// The most plans that are refreshed before alerts are looked at again.
    private static let batch = 100
    /// The pause after a failure: on a full disk, more tries would only hinder other writes.
    private static let pause = Duration.seconds(30)

    /// The people whose plans are made at the same time.
    private static let together = 3

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await repeatedly("look for changed study plans", replan) }
                group.addTask { await repeatedly("write the alerts of study blocks") { _ = try await store.alert() } }
                group.addTask { for await _ in service.wakes.bell { await refreshWoken() } }
            }
        }
    }

    /// Does it once a second; after a failure, later.
    private func repeatedly(_ what: String, _ work: () async throws -> Void) async {
        var hasFailed = false
        while await nodes.turn(.study) {
            do {
                try await work()
                hasFailed = false
                try await Task.sleep(for: .seconds(1))
            } catch {
                if !hasFailed { logger.failed(to: what, again: "in \(Self.pause)", error) }
                hasFailed = true
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    private func replan() async throws {
        var people: [Account.ID]
        repeat {
            people = try await store.peopleToReplan(limit: Self.batch)
            await refresh(people)
        } while people.count == Self.batch && !Task.isCancelled
    }

    private func refreshWoken() async {
        await refresh(Array(service.wakes.takeWoken()))
        service.wakes.finishTaken()
    }

    private func refresh(_ people: [Account.ID]) async {
        await withTaskGroup(of: Void.self) { group in
            for (index, person) in people.enumerated() {
                if index >= Self.together { await group.next() }
                group.addTask { await refresh(person) }
            }
        }
    }

    /// A plan that could not be made is tried again after a pause.
    private func refresh(_ person: Account.ID) async {
        guard !Task.isCancelled, !service.wakes.isResting(person) else { return }
        do {
            _ = try await service.refresh(person)
        } catch DomainError.notFound, DomainError.unauthenticated {
            // The person left meanwhile.
        } catch is StudyService.InputsChanging {
            service.wakes.wake(person, after: .seconds(1))
        } catch {
            logger.failed(to: "refresh the study plan of \(person)", again: "in \(Self.pause)", error)
            service.wakes.wake(person, after: Self.pause)
        }
    }
}
