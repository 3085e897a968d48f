import NoteItCore

/// Displays names so that nobody can impersonate another: look-alikes get their unique handle, and invisible characters are
/// written out.
public struct NameBook: Sendable {
    /// The people whose names look the same, by skeleton.
    private var people: [String: Set<Account.ID>] = [:]

    /// - Parameter authors: the people among whom names must be unique, in any number of repetitions.
    public init(_ authors: some Sequence<Author>) {
        for author in authors { people[NameSkeleton.of(author.displayName), default: []].insert(author.id) }
    }

    /// - Parameter known: more people, each with the skeleton of a name of theirs.
    public init(_ authors: some Sequence<Author>, known: some Sequence<(account: Account.ID, skeleton: String)>) {
        self.init(authors)
        for each in known { people[each.skeleton, default: []].insert(each.account) }
    }

    /// The authors of these events and replies.
    public init(events: some Sequence<Event>, replies: some Sequence<Reply> = []) {
        self.init(events.map(\.author) + replies.map(\.author))
    }

    /// `Ada Example`, or `Ada Example (@ada.example2)` if another name looks the same. Aliases and deleted accounts have no
    /// handle.
    /// - Parameter anonymous: whether the post is under an alias: staff, who see the name, are reminded that classmates do
    /// not.
    public func name(of author: Author, anonymous: Bool = false) -> String {
        shown(author) + (anonymous && !author.isAlias ? " (anonymous)" : "")
    }

    private func shown(_ author: Author) -> String {
        let scalars = Array(author.displayName.unicodeScalars)
        let name = scalars.indices.reduce(into: "") { text, index in
            let isHidden = DisplayName.isHidden(at: index, in: scalars)
            text += isHidden ? "<\(scalars[index].codePoint)>" : String(scalars[index])
        }
        guard let handle = author.handle,
            people[NameSkeleton.of(author.displayName), default: []].subtracting([author.id]) != []
        else { return name }
        return "\(name) (@\(handle))"
    }
}
