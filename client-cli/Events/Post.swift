import ArgumentParser

/// `noteit post`: the same as `noteit event new`.
struct Post: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "post",
        abstract: "Post a note, a question, a reminder or an exam to a course.",
        discussion: PostOptions.discussion)

    @OptionGroup var post: PostOptions
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws { try await post.post(session) }
}
