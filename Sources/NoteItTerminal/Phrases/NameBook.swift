import NoteItCore

/// People's names as they are shown, so that nobody passes for another: who looks like somebody else is named with the handle,
/// of which there is one each, and what is invisible in a name is written out.
public struct NameBook: Sendable {
    /// How many people a look belongs to.
    private var people: [String: Set<Account.ID>] = [:]

    /// - Parameter authors: those among whom a name must tell; each may stand there several times.
    public init(_ authors: some Sequence<Author>) {
        for author in authors { people[NameSkeleton.of(author.displayName), default: []].insert(author.id) }
    }

    /// Those who wrote these events and replies.
    public init(events: some Sequence<Event>, replies: some Sequence<Reply> = []) {
        self.init(events.map(\.author) + replies.map(\.author))
    }

    /// `Ada Example`, or `Ada Example (@ada.example2)` where another looks the same. An alias has no handle, nor has who left.
    /// - Parameter anonymous: whether it was written under an alias: staff, who see the name, are reminded that classmates do not.
    public func name(of author: Author, anonymous: Bool = false) -> String {
        shown(author) + (anonymous && !author.isAlias ? " (anonymous)" : "")
    }

    private func shown(_ author: Author) -> String {
        let name = author.displayName.unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isInvisible ? "<\(scalar.codePoint)>" : String(scalar)
        }
        guard let handle = author.handle,
            people[NameSkeleton.of(author.displayName), default: []].subtracting([author.id]) != []
        else { return name }
        return "\(name) (@\(handle))"
    }
}
