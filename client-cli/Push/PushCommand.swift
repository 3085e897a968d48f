import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit push`.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Choose what your browsers and phones get at once.",
        discussion: """
            A terminal cannot be added. Open the page of the server on the device, and in its settings choose Notifications on this \
            device. On an iPhone or iPad, add the page to the home screen first.
            """,
        subcommands: [PushList.self, PushSet.self, PushTest.self, PushRemove.self],
        defaultSubcommand: PushList.self)
}

/// `noteit push list`.
struct PushList: SignedInCommand, ChoosesFields {
    static let jsonFields = ["createdAt", "current", "fault", "host", "id", "name", "sentAt", "settings"]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your devices and what each gets.",
        discussion: """
            --plain writes id, name, push service, when it was added and last got something, in UTC, the topics with commas between, \
            whether notices that must be read come, whether messages show their text, and why the last one did not arrive.
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let push = try await context.client.push()
        let clock = try await context.clock()
        try await context.report(push.devices, plain: push.devices.map(\.fields)) {
            for device in push.devices {
                context.out(Styled(device.name, .strong) + Styled(", added \(clock.distance(device.createdAt))", .faint))
                context.out(Styled("  Gets: \(device.settings.words)"))
                if let fault = device.fault { context.out(Styled("  Last message: \(fault)", .warning)) }
            }
            if !push.available {
                context.say("Push is off on this server. noteit inbox and noteit watch show what is new.")
            } else if push.devices.isEmpty {
                context.say("You have no device yet. Open the page on it, and in its settings: Notifications on this device.")
            }
        }
    }
}

/// `noteit push set`.
struct PushSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Choose what a device gets.",
        discussion: """
            Quiet hours are those of mail: noteit mail set --quiet 22:00-07:00. Muted courses and threads send nothing.

            Examples:
              noteit push set Phone --topics notices,mentions
              noteit push set Phone --show-text yes
              noteit push set Laptop --except CMPT225
            """)

    @Argument(help: "Its name, or its id from 'noteit push list'.") var device: [String]
    @OptionGroup var choices: PushChoices
    @Option(help: "Another name.") var name: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        guard name != nil || choices.isGiven else { throw ValidationError("Say what to change, such as --topics notices.") }
        let context = try CommandContext(signedIn: session)
        let found = try await context.pushDevice(device)
        var patch = try await choices.patch(context)
        patch.name = name
        let new = try await context.client.updatePushDevice(found.id, try patch.validated())
        try context.report(new, plain: [new.fields], Styled("\(new.name) gets: \(new.settings.words)", .good))
    }
}

/// `noteit push test`.
struct PushTest: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a message to a device.",
        discussion: "If it does not arrive, 'noteit push list' says why.")

    @Argument(help: "Its name, or its id from 'noteit push list'.") var device: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let found = try await context.pushDevice(device)
        try await context.client.testPushDevice(found.id)
        try context.report(found, plain: [found.fields], Styled("A message is on its way to \(found.name).", .good))
    }
}

/// `noteit push remove`.
struct PushRemove: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a device. Nothing more is sent to it.")

    @Argument(help: "Its name, or its id from 'noteit push list'.") var device: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.end(device, among: context.client.push().devices) { try await context.client.removePushDevice($0) }
    }
}

extension CommandContext {
    fileprivate func pushDevice(_ words: [String]) async throws -> PushDevice {
        try named(words, among: try await client.push().devices)
    }
}

extension PushDevice {
    var fields: [String] {
        [
            id.description, name, host, RFC3339.string(createdAt), sentAt.map(RFC3339.string) ?? "",
            settings.topics.map(\.rawValue).joined(separator: ","), "\(settings.mustRead)", "\(settings.showsText)",
            fault ?? "",
        ]
    }
}
