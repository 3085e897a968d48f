import Foundation

/// A folder of real terms: the extracts in `Tests/Data`, or the whole, which stand beside the package if at all.
public struct RealData: Sendable, CustomStringConvertible {
    public let folder: URL
    public let description: String

    /// The part of the terms that comes with the package.
    public static let extracts = RealData(folder: package.appending(path: "Tests/Data"), description: "extracts")

    /// The whole terms, in the folder that `NOTEIT_DATA` names or in `../shared/data`; nil if they are not there.
    public static let whole: RealData? = {
        let named = ProcessInfo.processInfo.environment["NOTEIT_DATA"].map { URL(filePath: $0) }
        let data = RealData(folder: named ?? package.appending(path: "../shared/data").standardized, description: "whole terms")
        return FileManager.default.fileExists(atPath: data.path("sfu/term_2025fa.csv")) ? data : nil
    }()

    /// What a test that holds for any real data is to be run on.
    public static let all = [extracts] + [whole].compactMap(\.self)

    /// Where a file is, of which the whole may be gzip: `sfu/term_2025fa.csv`.
    public func path(_ name: String) -> String {
        let file = folder.appending(path: name).path
        return FileManager.default.fileExists(atPath: file + ".gz") ? file + ".gz" : file
    }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
