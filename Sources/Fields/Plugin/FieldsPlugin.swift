import Foundation
import PackagePlugin

/// Runs the generator on the files of a module before it is compiled.
@main
struct FieldsPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let files = target.swiftFiles
        let nouns = target.dependencies.flatMap { dependency -> [URL] in
            if case .target(let target) = dependency { target.swiftFiles } else { [] }
        }
        let output = context.pluginWorkDirectoryURL.appending(path: "Fields.swift")
        return [
            .buildCommand(
                displayName: "Writing what follows from the fields of \(target.name)",
                executable: try context.tool(named: "fields").url,
                arguments: [output.path] + files.map(\.path) + ["--nouns"] + nouns.map(\.path), inputFiles: files + nouns,
                outputFiles: [output])
        ]
    }
}

extension Target {
    var swiftFiles: [URL] { sourceModule?.sourceFiles(withSuffix: "swift").map(\.url) ?? [] }
}
