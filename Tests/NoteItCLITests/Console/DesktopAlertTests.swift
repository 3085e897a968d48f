import Foundation
import TestTime
import Testing

@testable import NoteItTerminal

struct DesktopAlertTests {
    /// Runs `body` with a folder that holds a program `notify-send`. A shell writes it: a file that this process has open for writing
    /// cannot be run, and a program that another test starts at that moment inherits it for a moment longer.
    private func withProgram(_ script: String, _ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = [
            "-c", #"printf '%s' "$1" > "$2" && chmod 755 "$2""#, "sh", "#!/bin/sh\n\(script)\n",
            folder.appending(path: "notify-send").path,
        ]
        try writer.run()
        writer.waitUntilExit()
        try #require(writer.terminationStatus == 0)
        try await body(folder)
    }

    /// Waits until the file has a whole line.
    private func text(of file: URL) async throws -> String {
        try await eventually {
            guard let text = try? String(contentsOf: file, encoding: .utf8), text.hasSuffix("\n") else { return nil }
            return text
        }
    }

    @Test func textsAreArgumentsThatNoShellReads() async throws {
        try await withProgram(#"printf '%s|' "$@" > "$0.seen"; echo >> "$0.seen""#) { folder in
            let alert = DesktopAlert(environment: ["PATH": "/nowhere:\(folder.path)"])
            alert.show(title: "--help; $(touch x)", text: "5 minutes \"left\"\u{7}")
            let seen = try await text(of: folder.appending(path: "notify-send.seen"))
            #expect(seen == "--app-name=noteit|--|--help; $(touch x)|5 minutes \"left\"^G|\n")
        }
    }

    @Test func aFailureOrNoProgramIsNoError() async throws {
        try await withProgram("exit 1") { folder in
            DesktopAlert(environment: ["PATH": folder.path]).show(title: "Read", text: "study now")
            DesktopAlert(environment: ["PATH": "/nowhere"]).show(title: "Read", text: "study now")
        }
    }
}
