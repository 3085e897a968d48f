import NoteItClient
import NoteItTerminal

/// Whether what waits in the outbox can go.
struct OutboxChecks {
    let outbox: Outbox
    /// Whether the server answers and accepts the session.
    let canSend: Bool

    func findings() async -> [Finding] {
        do {
            let entries = try await outbox.entries()
            let refused = entries.filter { $0.state == .refused }
            let found = [self.refused(refused, of: entries), unreadable(entries), waiting(entries)].compactMap(\.self)
            return (entries.isEmpty ? [.good("outbox", "empty")] : found) + (try await others())
        } catch ClientError.notSignedIn {
            let others = (try? await self.others()) ?? []
            return others.isEmpty ? [.good("outbox", "empty, or sign in to see it")] : others
        } catch {
            return [.bad("outbox", Complaint(error).message, nil)]
        }
    }

    private func refused(_ refused: [OutboxEntry], of all: [OutboxEntry]) -> Finding? {
        guard let first = refused.first, let index = all.firstIndex(where: { $0.id == first.id }) else { return nil }
        let found = "the server refused \(counted(refused.count, "entry", "entries")): \(first.reason)"
        let advice = "See all: noteit outbox list   Delete: noteit outbox drop \(index + 1)"
        guard canSend else { return .bad("outbox", found, advice) }
        return .bad(
            "outbox", found, advice,
            Repair("Send \(counted(refused.count, "refused entry", "refused entries")) again") {
                for entry in refused { try await outbox.retry(entry.id) }
                return try await send()
            })
    }

    private func unreadable(_ entries: [OutboxEntry]) -> Finding? {
        guard let index = entries.firstIndex(where: { $0.state == .unreadable }) else { return nil }
        let count = entries.count { $0.state == .unreadable }
        return .bad(
            "outbox", "\(counted(count, "entry", "entries")) cannot be read, and cannot go",
            "Save the text: noteit outbox list   Then: noteit outbox drop \(index + 1)")
    }

    private func waiting(_ entries: [OutboxEntry]) -> Finding? {
        let waiting = entries.filter { $0.state == .waiting }
        guard !waiting.isEmpty else { return nil }
        guard canSend else { return .good("outbox", "\(waiting.count) waiting until the server is reached") }
        let last = waiting.first?.why == nil ? "" : "; the last try failed: \(waiting[0].reason)"
        return .warning(
            "outbox", "\(waiting.count) waiting, and the server is reached\(last)", "Send now: noteit outbox retry",
            Repair("Send what waits", send))
    }

    /// Throws a complaint if an entry did not go.
    @Sendable private func send() async throws -> String {
        let round = try await outbox.send()
        if let entry = round.refused.first {
            throw Complaint("The server still refuses \(entry.summary): \(entry.reason)")
        }
        if let stopped = round.stopped { throw stopped }
        return "sent \(counted(round.sent.count, "entry", "entries"))"
    }

    private func others() async throws -> [Finding] {
        try await outbox.others().sorted { $0.key < $1.key }.map { server, count in
            let who = count == 1 ? "1 entry waits" : "\(count) entries wait"
            return .warning(
                "outbox", "\(who) for its author to sign in to \(server)",
                "Sign in there: noteit auth login --server \(server.quotedForShell)")
        }
    }
}
