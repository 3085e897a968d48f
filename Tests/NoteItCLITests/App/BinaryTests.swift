import Foundation
import Testing

/// Runs the built `noteit` as a shell would: without a terminal, with a home of its own.
struct Binary {
    struct Run {
        var status: Int32
        var out: String
        var err: String
    }

    /// The folder of built products, in which the test bundle lies too.
    static let file: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let folder = (bundle ?? URL(filePath: CommandLine.arguments.first ?? "")).deletingLastPathComponent()
        return folder.appending(path: "noteit")
    }()

    let home: URL

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "noteit-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Run {
        let process = Process()
        process.executableURL = Self.file
        process.arguments = arguments
        process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
        let (stdin, stdout, stderr) = (home.appending(path: "stdin"), Pipe(), home.appending(path: "stderr"))
        // A program may end before it reads its input, which would break a pipe.
        try Data(input.utf8).write(to: stdin)
        try Data().write(to: stderr)
        process.standardInput = try FileHandle(forReadingFrom: stdin)
        process.standardOutput = stdout
        process.standardError = try FileHandle(forWritingTo: stderr)
        try process.run()
        let out = stdout.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, out: String(decoding: out, as: UTF8.self),
            err: try String(contentsOf: stderr, encoding: .utf8))
    }

    /// Writes a session, so that commands believe that someone is signed in.
    func signIn(server: String) throws {
        let folder = home.appending(path: ".local/state/noteit/default")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let session = """
            {"server":"\(server)","accessToken":"a","refreshToken":"r","account":
            {"id":"01a1fc30-fafe-716a-adeb-f22a984d6288","email":"ada@example.edu","displayName":"Ada","role":"student"}}
            """
        try Data(session.utf8).write(to: folder.appending(path: "session.json"))
    }
}

/// Nobody listens there.
private let nowhere = "http://127.0.0.1:9"

@Suite final class BinaryTests {
    let noteit: Binary

    init() throws { noteit = try Binary() }

    deinit { try? FileManager.default.removeItem(at: noteit.home) }

    private func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Binary.Run {
        try noteit.run(arguments, input: input, environment: environment)
    }

    static let helps: [[String]] = [
        [], ["auth"], ["course"], ["event"], ["auth", "login", "--help"], ["course", "add", "--help"], ["post", "--help"],
        ["event", "new", "--help"], ["event", "open", "--help"], ["watch", "-h"], ["help", "doctor"], ["outbox", "--help"],
        ["task", "--help"], ["task", "add", "--help"], ["task", "edit", "--help"], ["study", "--help"],
        ["study", "settings", "--help"], ["plan"], ["plan", "--help"], ["plan", "add", "--help"], ["record", "--help"],
        ["record", "import", "--help"], ["programme", "--help"], ["course", "find", "--help"], ["calendar", "--help"],
        ["calendar", "week", "--help"], ["calendar", "feed", "add", "--help"], ["calendar", "import", "add", "--help"],
        ["calendar", "password", "add", "--help"],
    ]

    @Test(arguments: helps)
    func helpGoesToStandardOutput(arguments: [String]) throws {
        let run = try run(arguments)
        #expect(run.status == 0)
        #expect(run.out.contains("USAGE: noteit"))
        #expect(run.err.isEmpty)
    }

    static let mistyped: [([String], String)] = [
        (["pst"], "unknown command 'pst', did you mean 'post'?"),
        (["event", "lst"], "unknown command 'lst', did you mean 'list'?"),
        (["--profile", "x", "auht", "login"], "unknown command 'auht', did you mean 'auth'?"),
        (["xyzzy"], "unknown command 'xyzzy'."),
    ]

    @Test(arguments: mistyped)
    func aMistypedCommandSuggestsTheRightOne(arguments: [String], sentence: String) throws {
        let run = try run(arguments)
        #expect(run.status == 64)
        #expect(run.err.contains(sentence))
        #expect(run.out.isEmpty)
    }

    static let wrong: [[String]] = [
        ["post"], ["today", "--json", "--plain"], ["post", "CMPT225", "x", "--private", "--staff"],
        ["post", "CMPT225", "--kind", "memo", "x"], ["post", "CMPT225", "--body", "-"],
        ["post", "cmpt", "225", "-", "--body", "-"], ["event", "edit", "--due", "none"],
        ["agenda", "--days", "0"], ["agenda", "--days", "many"], ["today", "--jsn"], ["outbox", "drop"], ["reply"],
        ["event", "view"], ["schedule", "watch", "--stop"], ["inbox", "read"], ["inbox", "read", "1", "--all"], ["read"],
        ["read", "x", "--all"], ["follow"], ["mute"], ["inbox", "open"],
        ["notice", "send"], ["notice", "seen"],
        ["task", "view"], ["task", "list", "--done", "--all"], ["task", "delete", "x", "--this", "fri", "--all"],
        ["task", "done", "x", "--from", "fri"], ["study", "plan", "--days", "0"], ["study", "stop", "--discard", "--done"],
        ["plan", "new"], ["plan", "add", "CMPT225"], ["plan", "add", "--term", "F26"], ["plan", "drop"],
        ["plan", "add", "--any", "x", "--term", "F26"], ["plan", "drop", "CMPT225", "--credits", "3"],
        ["record", "what-if", "--credits", "3"], ["plan", "move", "CMPT225"], ["plan", "audit", "--depth", "4"],
        ["plan", "audit", "--depth", "1", "--all"], ["plan", "compare", "a"], ["plan", "schedule"], ["plan", "approve"],
        ["plan", "new", "x", "--terms", "0"], ["record", "add"], ["record", "add", "CMPT120", "--exam", "--waiver"],
        ["record", "add", "CMPT120", "--waiver", "--in-progress"], ["record", "import"],
        ["course", "show", "x", "--depth", "9"], ["calendar", "CMPT225", "--bogus"], ["calendar", "feed", "remove"],
        ["calendar", "feed", "add", "--include", "everything"], ["calendar", "import", "add"],
        ["calendar", "import", "add", "no-such-file.ics"], ["calendar", "password", "add"], ["calendar", "password", "remove"],
    ]

    @Test(arguments: wrong)
    func wrongUsageExitsWith64(arguments: [String]) throws {
        let run = try run(arguments)
        #expect(run.status == 64)
        #expect(run.err.hasPrefix(arguments.contains("--json") ? "{" : "Error: "))
        #expect(run.out.isEmpty)
    }

    static let signedOut: [[String]] = [
        ["today"], ["agenda"], ["post", "CMPT225", "x"], ["reply", "CMPT225#1", "x"], ["watch"], ["event", "list"],
        ["event", "view", "1"],
        ["course", "list"], ["course", "search", "x"], ["course", "add", "CMPT225"], ["auth", "status"], ["auth", "logout"],
        ["outbox", "list"], ["inbox"], ["inbox", "read", "--all"], ["inbox", "open", "1"], ["mark", "--all"],
        ["mute", "CMPT225"],
        ["follow", "CMPT225#1"], ["preferences"], ["notice", "list"], ["notice", "send", "--course", "CMPT225", "x"],
        ["schedule", "watch"], ["task"], ["task", "add", "x", "--minutes", "90"], ["task", "done", "x"], ["study"],
        ["study", "week"],
        ["study", "plan"], ["study", "now"], ["study", "start", "x"], ["study", "stop"], ["study", "missed"],
        ["study", "settings"],
        ["study", "stats"], ["plan", "list"], ["plan", "show"], ["plan", "add", "CMPT225", "--term", "F26"], ["plan", "path"],
        ["record"], ["record", "add", "CMPT120"], ["programme"], ["programme", "show", "x"], ["course", "find", "x"],
        ["calendar"], ["calendar", "week"], ["calendar", "CMPT225", "--at", "dec"], ["calendar", "feed"],
        ["calendar", "feed", "add", "--include", "due"], ["calendar", "import"], ["calendar", "import", "sync"],
        ["calendar", "password"], ["calendar", "password", "add", "iPhone"],
    ]

    @Test(arguments: signedOut)
    func withoutASignInCommandsExitWith4(arguments: [String]) throws {
        let run = try run(arguments)
        #expect(run.status == 4)
        let advice = ["New here? Make an account with: noteit auth register", "Sign in with: noteit auth login"]
        #expect(run.err == "Error: You are not signed in.\n" + advice.map { "  \($0)\n" }.joined())
        #expect(run.out.isEmpty)
    }

    @Test(arguments: [["auth", "login", "ada@example.edu"], ["auth", "register", "ada@example.edu", "--name", "Ada"]])
    func withoutAServerSignInExitsWith69(arguments: [String]) throws {
        let run = try run(arguments + ["--server", nowhere], input: "kelp-violin-forty\n")
        #expect(run.status == 69)
        #expect(run.err.contains("The server was not reached"))
        #expect(run.err.contains("noteit doctor"))
    }

    static let offline: [[String]] = [
        ["today"], ["event", "list"], ["post", "CMPT225", "x"], ["course", "search", "x"],
        ["course", "add", "CMPT225", "D100"],
    ]

    @Test(arguments: offline)
    func withoutServerAndLocalCopyCommandsExitWith69(arguments: [String]) throws {
        try noteit.signIn(server: nowhere)
        let run = try run(arguments, environment: ["NOTEIT_SERVER": nowhere])
        #expect(run.status == 69)
        #expect(run.out.isEmpty)
    }

    @Test func aShellPromptGetsNoErrors() throws {
        let run = try run(["study", "now", "--short"])
        #expect(run.status == 0)
        #expect(run.out.isEmpty && run.err.isEmpty)
    }

    @Test func anInvalidServerAddressIsRejected() throws {
        let run = try run(["today", "--server", "ftp://notes.example.edu"])
        #expect(run.status != 0)
        #expect(run.err.contains("write it as https://notes.example.edu"))
    }

    @Test func anInvalidProfileNameIsRejected() throws {
        let run = try run(["today", "--profile", "../x"])
        #expect(run.status != 0)
        #expect(run.err.contains("profile name"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionAsksTheProgram(shell: String) throws {
        let run = try run(["completion", shell])
        #expect(run.status == 0)
        #expect(run.out.contains("noteit") && run.out.contains("complete \(shell) --"))
    }

    @Test func completionTakesTheShellInUse() throws {
        #expect(try run(["completion"], environment: ["SHELL": "/bin/bash"]).out == run(["completion", "bash"]).out)
        #expect(try run(["completion"], environment: ["SHELL": "/bin/tcsh"]).status == 64)
    }

    @Test func thereIsNoColourWithoutATerminal() throws {
        for arguments in [["doctor"], ["pst"], ["today"], ["--help"]] {
            let run = try run(arguments + ["--server", nowhere], environment: ["TERM": "xterm-256color"])
            #expect(!run.out.contains("\u{1B}") && !run.err.contains("\u{1B}"))
        }
    }

    @Test func aPasswordNeverComesFromTheCommandLine() throws {
        #expect(try run(["auth", "login", "ada@example.edu", "--password", "x"]).status == 64)
        #expect(try run(["auth", "login", "ada@example.edu"]).status == 64)
    }

    @Test func doctorSaysWhatToDo() throws {
        let run = try run(["doctor", "--server", nowhere, "--plain"])
        #expect(run.status == 1)
        #expect(run.err.isEmpty)
        let lines = run.out.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("bad\tserver\t\(nowhere) (from --server)") })
        #expect(lines.contains { $0.hasPrefix("bad\tsign-in\tYou are not signed in.") })
    }
}
