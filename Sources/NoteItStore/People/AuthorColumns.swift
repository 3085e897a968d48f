import NoteItCore

extension Row {
    /// The person whose columns these are; nil without an id.
    func author<Column: SelectedColumn>(
        _ id: Column, _ name: Column, _ role: Column, email: Column? = nil, _ handle: Column
    ) throws -> Author? {
        guard let id: Account.ID = self[id] else { return nil }
        return Author(
            id: id, displayName: self[name], role: try value(role), email: email.flatMap { self[$0] }, handle: self[handle])
    }
}
