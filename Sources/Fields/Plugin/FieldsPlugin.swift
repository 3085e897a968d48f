import PackagePlugin

/// Runs the generator on the files of a module before it is compiled.
@main
struct FieldsPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let files = target.sourceModule?.sourceFiles(withSuffix: "swift").map(\.url) else { return [] }
        let output = context.pluginWorkDirectoryURL.appending(path: "Fields.swift")
        return [
            .buildCommand(
                displayName: "Writing what follows from the fields of \(target.name)",
                executable: try context.tool(named: "fields").url, arguments: [output.path] + files.map(\.path),
                inputFiles: files, outputFiles: [output])
        ]
    }
}
