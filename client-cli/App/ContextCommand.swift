import ArgumentParser

/// A command that works with a context, which is made when it begins to run.
protocol ContextCommand: AsyncParsableCommand {
    var session: SessionOptions { get }

    func run(_ context: CommandContext) async throws
}

extension ContextCommand {
    func run() async throws { try await run(CommandContext(session)) }
}

/// A command that needs an account.
protocol SignedInCommand: ContextCommand {}

extension SignedInCommand {
    func run() async throws { try await run(CommandContext(signedIn: session)) }
}

/// A command that needs the present state: the local copy is brought up to date first.
protocol InStepCommand: ContextCommand {}

extension InStepCommand {
    func run() async throws { try await run(CommandContext(inStep: session)) }
}

/// A command that only reads: it takes the local copy if the server does not answer at once.
protocol ReadingCommand: ContextCommand {}

extension ReadingCommand {
    func run() async throws { try await run(CommandContext(reading: session)) }
}
