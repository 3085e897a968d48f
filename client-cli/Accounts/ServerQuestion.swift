import NoteItClient
import NoteItTerminal

extension CommandContext {
    /// The context of a sign-in or a registration. On a terminal, asks for the server if nobody has named one, until one
    /// answers.
    /// Throws a complaint if a password would go over an unencrypted connection to another machine.
    /// - Parameter introduced: whether a server that is set already must answer and is named too.
    init(signingIn options: SessionOptions, introduced: Bool = false) async throws {
        let context = try CommandContext(options)
        if context.canAsk, context.server.isStandard {
            self = try await Self.asking(options, context.console)
            return
        }
        try context.requireEncryption()
        if context.canAsk, introduced { try await context.introduceServer() }
        self = context
    }

    private static func asking(_ options: SessionOptions, _ console: Console) async throws -> CommandContext {
        var options = options
        while true {
            let answer = try console.ask("Server [\(LocalClient.standardServer)]: ")
            options.server = answer.isEmpty ? LocalClient.standardServer : ServerChoice.address(typed: answer)
            do {
                let context = try CommandContext(options)
                try context.requireEncryption()
                try await context.introduceServer()
                return context
            } catch let error as Complaint {
                console.say(Styled(error.message, .bad))
            } catch let error as ClientError {
                console.say(Styled(Complaint(error).message, .bad))
            }
        }
    }

    /// Says which server this is, once it has answered. Throws if it does not, or if it is not a NoteIt server.
    private func introduceServer() async throws {
        let address = client.server.absoluteString
        let probe = try await client.with(timeout: .seconds(5)).probe()
        guard let title = probe.title, title.hasPrefix("NoteIt") else {
            throw Complaint(
                "\(address) answers, but is not a NoteIt server.", advice: ["Name another with --server URL"],
                status: ExitStatus.unreachable)
        }
        say("\(title.visible) at \(address) answers.")
    }
}
