import Foundation
import PackagePlugin

/// Compiles the files of `client-web` into a module. Paths are kept.
@main
struct PagePlugin: BuildToolPlugin {
    /// What browsers get, as `WebPage` has it; settings and declarations of types stay out.
    private static let suffixes: Set = ["html", "js", "css", "webmanifest", "svg", "png", "ico"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "client-web")
        let output = context.pluginWorkDirectoryURL.appending(path: "Embedded.swift")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
            Self.suffixes.contains(URL(filePath: path).pathExtension)
        }.sorted()
        return [
            .buildCommand(
                displayName: "Embedding the page", executable: try context.tool(named: "embed").url,
                arguments: [output.path, folder.path] + paths, inputFiles: paths.map { folder.appending(path: $0) },
                outputFiles: [output])
        ]
    }
}
