import Foundation

/// A folder of real terms: the extracts in `Tests/Data`, or the whole, which stand beside the package if at all.
public struct RealData: Sendable, CustomStringConvertible {
    public let folder: URL
    public let description: String

    /// The part of the terms that comes with the package.
    public static let extracts = RealData(folder: package.appending(path: "Tests/Data"), description: "extracts")

    /// That a folder was named which is not there, or holds none.
    public struct Missing: Error, CustomStringConvertible {
        let folder: String

        public var description: String {
            "There are no real data in \(folder): let NOTEIT_DATA name their folder, or leave it out."
        }
    }

    /// The whole terms, in the folder `named`, else in `../shared/data`; nil if they are not there. Throws `Missing` for a named
    /// folder: who names one wants no test to pass without it.
    public static func whole(
        named: String? = ProcessInfo.processInfo.environment["NOTEIT_DATA"]
    ) throws(Missing) -> RealData? {
        let name = named.flatMap { $0.isEmpty ? nil : $0 }
        let folder = name.map { URL(filePath: $0) } ?? package.appending(path: "../shared/data").standardized
        let data = RealData(folder: folder, description: "whole terms")
        if FileManager.default.fileExists(atPath: data.path("sfu/term_2025fa.csv")) { return data }
        if let name { throw Missing(folder: name) }
        return nil
    }

    /// What a test that holds for any real data is to be run on. Throws `Missing`.
    public static var all: [RealData] {
        get throws { [extracts] + [try whole()].compactMap(\.self) }
    }

    /// Where a file is, of which the whole may be gzip: `sfu/term_2025fa.csv`.
    public func path(_ name: String) -> String {
        let file = folder.appending(path: name).path
        return FileManager.default.fileExists(atPath: file + ".gz") ? file + ".gz" : file
    }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
