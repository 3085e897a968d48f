import Foundation
import PackagePlugin

/// Compiles files into a module: into `PageFiles` those of `client-web` with their paths, into others the texts beside their code.
@main
struct EmbeddingPlugin: BuildToolPlugin {
    /// What browsers get, as `WebPage` has it; settings and declarations of types stay out.
    private static let suffixes: Set = ["html", "js", "css", "webmanifest", "svg", "png", "ico"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let output = context.pluginWorkDirectoryURL.appending(path: "Embedded.swift")
        var arguments: [String]
        var files: [URL]
        if target.name == "PageFiles" {
            let folder = context.package.directoryURL.appending(path: "client-web")
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
                Self.suffixes.contains(URL(filePath: path).pathExtension)
            }.sorted()
            (arguments, files) = ([folder.path] + paths, paths.map { folder.appending(path: $0) })
        } else {
            files = ["sql", "yaml"].flatMap { target.sourceModule?.sourceFiles(withSuffix: $0).map(\.url) ?? [] }
            arguments = ["--texts"] + files.map(\.path)
        }
        return [
            .buildCommand(
                displayName: "Embedding the files of \(target.name)", executable: try context.tool(named: "embed").url,
                arguments: [output.path] + arguments, inputFiles: files, outputFiles: [output])
        ]
    }
}
