import Foundation
import Testing

@testable import NoteItTerminal

/// The browser of a desktop, with a program in its place.
struct WebBrowserTests {
    @Test func onlyWebAddressesAreOpenedAndOnlyOnADesktop() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "xdg-open").path
        try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: "/bin/true")
        #expect(WebBrowser(environment: ["PATH": folder.path]) == nil)
        #expect(WebBrowser(environment: ["PATH": folder.path, "DISPLAY": ""]) == nil)
        #expect(WebBrowser(environment: ["PATH": "/nowhere", "DISPLAY": ":0"]) == nil)
        let browser = try #require(WebBrowser(environment: ["PATH": folder.path, "WAYLAND_DISPLAY": "wayland-0"]))
        #expect(browser.open("https://notes.example.edu/device#WDJB-MJHT"))
        for address in ["file:///etc/passwd", "--version", "javascript:alert(1)", "https:", "ssh://example.edu", ""] {
            #expect(!browser.open(address), "\(address)")
        }
    }
}
