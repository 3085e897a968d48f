import ArgumentParser

/// `noteit event new`: the same as `noteit post`.
struct EventNew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Post an event: the same as 'noteit post'.",
        discussion: PostOptions.discussion)

    @OptionGroup var post: PostOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws { try await post.post(session) }
}
