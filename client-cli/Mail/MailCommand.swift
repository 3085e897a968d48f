import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit mail`.
struct MailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Choose what you get by mail; verify your address.",
        subcommands: [MailShow.self, MailSet.self, MailVerify.self],
        defaultSubcommand: MailShow.self)
}

/// `noteit mail show`.
struct MailShow: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show where mail goes and what you get.",
        discussion: """
            --plain writes a line for each setting: its name, a tab, its value.

            Example:
              noteit mail
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.show(try await context.client.mail())
    }
}

/// `noteit mail set`.
struct MailSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Choose a digest, mail at once, and quiet hours.",
        discussion: """
            Notices that staff ask you to read are mailed to everyone with a verified address who did not say no. In quiet hours \
            nothing comes; it comes when they end. Times are those of your time zone: noteit study settings.

            Examples:
              noteit mail set --digest daily --at 07:30
              noteit mail set --digest weekly --on S --at-once notices,mentions
              noteit mail set --quiet 22:00-07:00 --must-read no
            """)

    @Option(help: "A digest of what is new and due: \(MailSettings.Digest.choices).") var digest: MailSettings.Digest?
    @Option(help: ArgumentHelp("When the digest comes: 07:30.", valueName: "time")) var at: WallTime?
    @Option(help: ArgumentHelp("The weekday of a weekly digest: a letter of MTWRFSU.", valueName: "day")) var on: String?
    @Option(
        help: ArgumentHelp(
            "What comes as soon as it happens: \(DeliveryTopic.choices), with commas between; or none.", valueName: "list")
    )
    var atOnce: String?
    @Option(help: ArgumentHelp("Whether notices that must be read come by mail: yes or no.", valueName: "answer"))
    var mustRead: String?
    @Option(help: ArgumentHelp("Hours without mail: 22:00-07:00, or none.", valueName: "hours")) var quiet: String?
    @Option(help: ArgumentHelp("The language of dates: en-CA.", valueName: "language")) var language: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let patch = try patch().validated()
        guard patch != MailPatch() else { throw ValidationError("Say what to change, such as --digest daily.") }
        let context = try CommandContext(signedIn: session)
        try await context.show(try await context.client.updateMail(patch))
    }

    private func patch() throws -> MailPatch {
        MailPatch(
            digest: digest, digestAt: at, digestDay: on?.uppercased(), atOnce: try atOnce.map(DeliveryTopic.list),
            mustRead: try mustRead.map { try $0.answer(to: "--must-read") }, quiet: try quiet.map(Self.hours),
            language: language)
    }

    private static func hours(_ text: String) throws -> Clearable<MailSettings.Quiet> {
        if text == "none" { return .cleared }
        let times = text.split(separator: "-").map { WallTime($0.trimmed) }
        guard times.count == 2, let start = times[0], let end = times[1] else {
            throw ValidationError("The hours '\(text)' must be such as 22:00-07:00, or none.")
        }
        return .set(MailSettings.Quiet(start: start, end: end))
    }
}

/// `noteit mail verify`.
struct MailVerify: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Get a mail with a link that verifies your address.",
        discussion: """
            Nothing else is mailed to you before you opened the link. On a server without mail, the operator verifies addresses: \
            noteitd account verify.

            Example:
              noteit mail verify
            """)

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let address = try await context.client.mail().address
        try await context.client.askVerification()
        try context.report(
            ["asked": address], plain: [[address]],
            Styled("A mail with a link goes to ") + Styled(address, .strong) + Styled("."))
    }
}

extension MailSettings.Digest: ExpressibleByArgument {}
extension WallTime: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension CommandContext {
    fileprivate func show(_ mail: MailState) async throws {
        let settings = mail.settings
        let quiet = settings.quiet.map { "\($0.start)-\($0.end)" } ?? ""
        let rows = [
            ["address", mail.address], ["verified", "\(mail.verified)"], ["digest", settings.digest.rawValue],
            ["digestAt", settings.digestAt.description], ["digestDay", settings.digestDay],
            ["atOnce"] + settings.atOnce.map(\.rawValue), ["mustRead", "\(settings.mustRead)"], ["quiet", quiet],
            ["language", settings.language],
        ]
        try await report(mail, plain: rows) {
            out(Styled("Address:   ") + Styled(mail.address, .strong) + Styled(mail.verified ? "" : ", not verified", .warning))
            let day = settings.digest == .weekly ? " on \(settings.digestDay)" : ""
            let digest = settings.digest == .off ? "none" : "\(settings.digest.rawValue)\(day) at \(settings.digestAt)"
            out(Styled("Digest:    ") + Styled(digest, .strong))
            let atOnce = settings.atOnce.map(\.rawValue).joined(separator: ", ")
            out(Styled("At once:   ") + Styled(atOnce.isEmpty ? "nothing" : atOnce, .strong))
            out(Styled("Must read: ") + Styled(settings.mustRead ? "yes" : "no", .strong))
            out(Styled("Quiet:     ") + Styled(quiet.isEmpty ? "never" : quiet, .strong))
            if !mail.available {
                say("This server sends no mail. noteit inbox and noteit watch show what is new.")
                if !mail.verified {
                    say("The operator verifies your address: noteitd account verify \(mail.address)")
                }
            } else if !mail.verified {
                say("Nothing is mailed to an address that is not verified: noteit mail verify")
            }
        }
    }
}
