import Foundation

/// Where the files of the page come from: `client-web`.
public enum PageSource: Sendable {
    /// The bytes of each file, by paths such as `platform/router.js`.
    case files([String: [UInt8]])
    /// A folder that is read for each request, for people who work on the page.
    case folder(URL)

    /// The files. Throws if the folder cannot be read.
    func read() throws -> [String: [UInt8]] {
        switch self {
        case .files(let files): return files
        case .folder(let folder):
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter(WebPage.isServed)
            // A file may go while it is read: editors replace files.
            return Dictionary(
                uniqueKeysWithValues: names.compactMap { name in
                    (try? Data(contentsOf: folder.appending(path: name))).map { (name, [UInt8]($0)) }
                })
        }
    }
}
