import NoteItClient
import NoteItCore
import NoteItTerminal

/// The sign-in through a browser: shows an address and a code, and waits for the person's answer on the page.
struct BrowserSignIn {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func signIn() async throws -> Account {
        let codes = try await codes()
        show(codes)
        do {
            return try await context.client.signIn(codes)
        } catch ClientError.problem(let problem) where problem.error == .refused {
            throw Complaint("The sign-in was refused on the page.")
        } catch ClientError.problem(let problem) where problem.error == .expired {
            throw Complaint(
                "Nobody approved the sign-in within \(codes.expiresIn / 60) minutes.",
                advice: ["Begin anew with: noteit auth login --browser"])
        }
    }

    private func codes() async throws -> DeviceCodes {
        do {
            return try await context.client.askDeviceSignIn(NewDeviceSignIn(device: Device.name))
        } catch ClientError.problem(let problem) where [404, 405].contains(problem.status) {
            throw Complaint(
                "This server does not sign in through a browser.", advice: ["Sign in with: noteit auth login EMAIL"])
        }
    }

    /// On standard error, so that nothing of it is lost in a pipe.
    private func show(_ codes: DeviceCodes) {
        let address = codes.verificationUriComplete.visible
        let isOpen = context.canAsk && WebBrowser()?.open(codes.verificationUriComplete) == true
        context.say(isOpen ? "Your browser opens this page:" : "Open this page in a browser, here or on your phone:")
        context.console.say(unbroken: Styled("  \(address)", .strong))
        if context.canAsk, let code = QRCode(codes.verificationUriComplete), context.width.map({ $0 >= code.width }) ?? false {
            for line in code.lines { context.console.say(unbroken: line) }
        }
        context.say("Approve it there if the page shows this code: " + Styled(codes.userCode.visible, .strong))
        context.say(Styled("Waiting for \(codes.expiresIn / 60) minutes. Ctrl-C ends it.", .faint))
    }
}
