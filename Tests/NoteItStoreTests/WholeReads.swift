import NoteItCore

/// All that a person may see, as the tests mostly want it.
extension LogStore {
    func changes(after cursor: LogCursor, limit: Int, by account: Account.ID) async throws -> LogPage {
        try await changes(after: cursor, limit: limit, by: account, only: nil)
    }

    func interest(of account: Account.ID) async throws -> (interest: Interest, head: LogHead) {
        try await interest(of: account, only: nil)
    }

    func snapshot(next: String?, limit: Int, by account: Account.ID) async throws -> Snapshot {
        try await snapshot(next: next, limit: limit, by: account, only: nil)
    }
}

extension CalendarStore {
    func calendars(
        of account: Account.ID
    ) async throws -> (calendars: [CalendarCollection], state: CalendarState) {
        try await calendars(of: account, withProperties: true)
    }
}
