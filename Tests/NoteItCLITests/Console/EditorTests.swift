import Foundation
import Testing

@testable import NoteItTerminal

@Suite struct EditorTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "noteit-editor-\(UUID().uuidString)")

    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        ["HOME": home.path, "PATH": "/usr/bin:/bin"].merging(more) { $1 }
    }

    @Test func theNamedEditorIsUsed() {
        #expect(ExternalProgram.editor(environment(["EDITOR": "cat -u"])).command == "cat -u")
        #expect(ExternalProgram.editor(environment(["VISUAL": "cat", "EDITOR": "sort"])).command == "cat")
        #expect(ExternalProgram.editor(environment(["EDITOR": "no-such-editor"])).command == "no-such-editor")
    }

    @Test func aKeptEditorServesWhileTheNamedOneIsNotInstalled() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        try ExternalProgram(command: "sort").keepAsEditor(environment())
        #expect(ExternalProgram.editor(environment(["EDITOR": "no-such-editor"])).command == "sort")
        #expect(ExternalProgram.editor(environment(["EDITOR": "cat"])).command == "cat")
        #expect(ExternalProgram.editor(environment()).command == "sort")
    }

    @Test func aCommandIsInstalledIfTheShellFindsIt() {
        #expect(ExternalProgram(command: "cat -u").isInstalled && ExternalProgram(command: "/bin/cat").isInstalled)
        #expect(!ExternalProgram(command: "no-such-editor --wait").isInstalled)
        #expect(!ExternalProgram(command: "/bin/no-such-editor").isInstalled)
        #expect(ExternalProgram(command: "LANG=C cat").isInstalled)
    }
}
