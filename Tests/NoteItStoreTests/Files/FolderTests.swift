import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

@Suite("A person's own folder")
struct FolderTests {
    @Test func randomChangesLeaveWhatAFileSystemWould() async throws {
        try await StudyScene.with { scene in
            var random = SeededGenerator(seed: 20_261_123)
            var disk = Disk()
            var (taken, refused) = (0, 0)
            for turn in 0..<700 {
                let change = FolderChange.random(turn, using: &random)
                let isTaken = disk.take(change)
                do {
                    _ = try await scene.store.change(change, by: scene.ada)
                    #expect(isTaken, "\(change) was taken")
                    taken += 1
                } catch let refusal as FolderRefusal {
                    #expect(!isTaken, "\(change) was refused: \(refusal)")
                    refused += 1
                }
                let folder = try await scene.store.folder(of: scene.ada)
                #expect(folder.paths == disk.paths, "after \(change)")
            }
            #expect(taken > 100 && refused > 100)
            for (path, text) in disk.files {
                let file = try await scene.store.file(at: FolderPath(text: path), of: scene.ada)
                #expect(file.map { String(decoding: $0.bytes, as: UTF8.self) } == text)
            }
            #expect(try await scene.store.folder(of: scene.ben) == PersonalFolder([]))
        }
    }

    @Test func aChangeTellsWhetherSomethingIsNew() async throws {
        try await StudyScene.with { scene in
            func change(_ change: FolderChange) async throws -> Bool { try await scene.store.change(change, by: scene.ada) }
            let (a, b) = (FolderPath(text: "a"), FolderPath(text: "b"))
            let made = try await change(.put(.of("one"), at: a, if: .none))
            let replaced = try await change(.put(.of("two"), at: a, if: .none))
            let copied = try await change(.copy(a, to: b, whole: true, overwrite: true, if: .none))
            let moved = try await change(.move(a, to: b, overwrite: true, if: .none))
            #expect([made, replaced, copied, moved] == [true, false, true, false])
            await #expect(throws: FolderRefusal.absent(a)) { try await change(.remove(a, if: .none)) }
            await #expect(throws: FolderRefusal.stale) { try await change(.put(.of("x"), at: b, if: .tags(["old"]))) }
            await #expect(throws: FolderRefusal.stale) { try await change(.remove(b, if: .tags(["old"]))) }
            await #expect(throws: FolderRefusal.isRoot) { try await change(.remove(.root, if: .none)) }
        }
    }

    @Test func namesThatSwiftCallsEqualAreTwoToTheDatabaseAndLoseNothing() async throws {
        try await StudyScene.with { scene in
            // Foundation does not compose the second, and Swift calls both equal.
            let names = ["\u{AC01}", "\u{AC00}\u{11A8}", "x\u{2241}\u{0613}\u{0F73}", "\u{1100}\u{1176}"]
            for (number, name) in names.enumerated() {
                let path = try FolderPath([name])
                _ = try await scene.store.change(.put(.of("\(number)"), at: path, if: .none), by: scene.ada)
                _ = try await scene.store.change(.set(["x": "\(number)"], of: path, if: .none), by: scene.ada)
                let file = try await scene.store.file(at: path, of: scene.ada)
                #expect(file?.bytes == Array("\(number)".utf8) && file?.item.properties == ["x": "\(number)"])
            }
            let folder = try await scene.store.folder(of: scene.ada)
            for name in names { #expect(try folder[FolderPath([name])] != nil) }
        }
    }

    @Test func whatIsTooMuchIsRefusedAndWhatShrinksIsNot() async throws {
        try await StudyScene.with { scene in
            func put(_ name: Int, _ size: Int) async throws {
                let content = FileContent(Array(repeating: 0, count: size), mediaType: "a/b", etag: "1")
                _ = try await scene.store.change(.put(content, at: FolderPath(text: "\(name)"), if: .none), by: scene.ada)
            }
            for number in 0..<16 { try await put(number, PersonalFolder.mostFileBytes) }
            await #expect(throws: FolderRefusal.self) { try await put(16, 1) }
            try await put(0, 0)
            try await put(16, PersonalFolder.mostFileBytes)
            for number in 17..<PersonalFolder.mostItems { try await put(number, 0) }
            await #expect(throws: FolderRefusal.self) { try await put(PersonalFolder.mostItems, 0) }
            try await put(5, 0)
        }
    }

    @Test func aChangeReadsNoPropertiesButThoseThatItChanges() async throws {
        try await Campus.with { campus in
            let (store, ada) = (campus.store, try await campus.person("ada"))
            func change(_ change: FolderChange) async throws { _ = try await store.change(change, by: ada) }
            let (a, b, c) = (FolderPath(text: "a"), FolderPath(text: "b"), FolderPath(text: "c"))
            for path in [a, b] {
                try await change(.makeFolder(path, properties: ["x": "1"]))
                try await change(.put(.of("x"), at: FolderPath(text: "\(path.text)/y"), if: .none))
            }
            // Whoever reads these fails.
            try await store.commit {
                try $0.db.send("UPDATE folder_item SET properties = 'no JSON' WHERE substr(path, 1, 1) = 'a'")
            }
            try await change(.put(.of("new"), at: FolderPath(text: "a/y"), if: .none))
            try await change(.put(.of("new"), at: FolderPath(text: "a/z"), if: .none))
            try await change(.set(["x": "2"], of: b, if: .none))
            try await change(.copy(a, to: c, whole: true, overwrite: true, if: .none))
            try await change(.move(c, to: FolderPath(text: "b/c"), overwrite: true, if: .none))
            try await change(.remove(FolderPath(text: "b/c"), if: .none))
            #expect(try await store.folderItem(at: b, of: ada)?.properties == ["x": "2"])
            #expect(try await store.folderOutline(of: ada).extent(of: a).items == 3)
            await #expect(throws: (any Error).self) { try await change(.set(["x": "2"], of: a, if: .none)) }
        }
    }

    @Test func propertiesHaveABoundTogetherAndMayShrink() async throws {
        try await StudyScene.with { scene in
            func set(_ name: String, _ size: Int) async throws {
                let text = String(repeating: "\u{1F600}", count: size)
                _ = try await scene.store.change(
                    .set(["x": text], of: FolderPath(text: name), if: .none), by: scene.ada)
            }
            for name in ["a", "b"] {
                _ = try await scene.store.change(.put(.of("x"), at: FolderPath(text: name), if: .none), by: scene.ada)
            }
            try await set("a", PersonalFolder.mostPropertySize - 20)
            await #expect(throws: FolderRefusal.self) { try await set("b", 20) }
            try await set("a", 10)
            try await set("b", 20)
            let outline = try await scene.store.folderOutline(of: scene.ada)
            let folder = try await scene.store.folder(of: scene.ada)
            for path in [FolderPath(text: "a"), FolderPath(text: "b")] {
                let properties = try #require(folder[path]?.properties)
                #expect(outline[path]?.properties == [:])
                #expect(outline[path]?.propertySize == FolderItem(path: path, properties: properties).propertySize)
            }
        }
    }

    @Test func thePersonWhoLeavesTakesTheFilesAlong() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.store.change(.put(.of("x"), at: FolderPath(text: "a"), if: .none), by: scene.ada)
            try await scene.store.leave(scene.ada, ifPassword: nil)
            #expect(try await scene.store.folder(of: scene.ada) == PersonalFolder([]))
        }
    }

    @Test func theCheckFindsAFileWithoutItsFolder() async throws {
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            _ = try await campus.store.change(.makeFolder(FolderPath(text: "a"), properties: [:]), by: ada)
            _ = try await campus.store.change(.put(.of("x"), at: FolderPath(text: "a/b"), if: .none), by: ada)
            try await campus.store.commit { try $0.db.send("DELETE FROM folder_item WHERE path = 'a'") }
            #expect(
                try await campus.store.check() == ["The file a/b of account \(ada) is in a folder that does not exist."])
        }
    }
}

extension FileContent {
    fileprivate static func of(_ text: String) -> FileContent {
        FileContent(Array(text.utf8), mediaType: "text/plain", etag: "of \(text)")
    }
}

extension PersonalFolder {
    /// The value of the property `x` of all that is in it, by path; a folder's ends with a slash.
    fileprivate var paths: [String: String] { paths(below: .root) }

    private func paths(below folder: FolderPath) -> [String: String] {
        members(of: folder).reduce(into: [:]) { found, item in
            found[item.path.text + (item.isFolder ? "/" : "")] = item.properties["x"] ?? ""
            if item.isFolder { found.merge(paths(below: item.path)) { first, _ in first } }
        }
    }
}

/// What a file system does with the same changes: written apart from the rules under test, over texts.
private struct Disk {
    var folders: Set<String> = []
    var files: [String: String] = [:]
    /// The value of the one property, by path.
    var marks: [String: String] = [:]

    var paths: [String: String] {
        Dictionary(uniqueKeysWithValues: folders.map { ($0 + "/", marks[$0] ?? "") } + files.keys.map { ($0, marks[$0] ?? "") })
    }

    private func exists(_ path: String) -> Bool { folders.contains(path) || files[path] != nil }

    private func hasParent(_ path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return true }
        return folders.contains(String(path[..<slash]))
    }

    private mutating func erase(_ path: String) {
        folders = folders.filter { $0 != path && !$0.hasPrefix(path + "/") }
        files = files.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
        marks = marks.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
    }

    /// Whether it was possible.
    mutating func take(_ change: FolderChange) -> Bool {
        switch change {
        case .put(let content, let path, _):
            guard hasParent(path.text), !folders.contains(path.text) else { return false }
            files[path.text] = String(decoding: content.bytes, as: UTF8.self)
        case .makeFolder(let path, _):
            guard hasParent(path.text), !exists(path.text) else { return false }
            folders.insert(path.text)
        case .remove(let path, _):
            guard exists(path.text) else { return false }
            erase(path.text)
        case .copy(let path, let target, let whole, let overwrite, _):
            return transfer(path.text, target.text, whole: whole, overwrite, isMove: false)
        case .move(let path, let target, let overwrite, _):
            return transfer(path.text, target.text, whole: true, overwrite, isMove: true)
        case .set(let properties, let path, _):
            guard exists(path.text) else { return false }
            marks[path.text] = properties["x"] ?? nil
        }
        return true
    }

    private mutating func transfer(
        _ path: String, _ target: String, whole: Bool, _ overwrite: Bool, isMove: Bool
    ) -> Bool {
        let isNested = path == target || target.hasPrefix(path + "/") || path.hasPrefix(target + "/")
        guard exists(path), !isNested, hasParent(target), overwrite || !exists(target) else { return false }
        erase(target)
        let before = self
        if isMove { erase(path) }
        func taken(_ old: String) -> String? {
            old == path || whole && old.hasPrefix(path + "/") ? target + old.dropFirst(path.count) : nil
        }
        folders.formUnion(before.folders.compactMap(taken))
        for (old, text) in before.files { if let new = taken(old) { files[new] = text } }
        for (old, mark) in before.marks { if let new = taken(old) { marks[new] = mark } }
        return true
    }
}

extension FolderChange {
    fileprivate static func random(_ turn: Int, using random: inout SeededGenerator) -> FolderChange {
        func path() -> FolderPath {
            FolderPath(
                text: (0...Int.random(in: 0...2, using: &random)).compactMap { _ in "abc".randomElement(using: &random) }
                    .map { String($0) }.joined(separator: "/"))
        }
        let (first, second, flag) = (path(), path(), Bool.random(using: &random))
        return switch Int.random(in: 0..<10, using: &random) {
        case 0...2: .put(.of("\(turn)"), at: first, if: .none)
        case 3...4: .makeFolder(first, properties: [:])
        case 5: .remove(first, if: .none)
        case 6...7: .copy(first, to: second, whole: flag, overwrite: Bool.random(using: &random), if: .none)
        case 8: .move(first, to: second, overwrite: flag, if: .none)
        default: .set(["x": "\(turn)"], of: first, if: .none)
        }
    }
}
