// swift-tools-version: 6.1

import PackageDescription

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

/// Modules whose internals tests import. The release build is the one that is tested and the one that is installed. Types name the
/// conformances of their arguments: by default each generic type searches those of the whole program at its first use, 0.1 ms each.
let tested: [SwiftSetting] = [
    .unsafeFlags(
        ["-enable-testing", "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
        .when(configuration: .release))
]

/// Searches are optimized in debug builds too: the tests run thousands of them.
let optimized = tested + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Tests themselves compile faster than they run.
let tests: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Programs that contain Swift's library, and of it only what they use; `swift build --static-swift-stdlib` would link test
/// programs in the same way, which is not possible, and export every symbol. Compiled for a shared Foundation, the modules do not
/// name the libraries that a static one consists of. Relative relocations (glibc 2.36) take a tenth of the room.
let standalone: [LinkerSetting] = [
    .unsafeFlags(
        ["-use-ld=lld", "-static-stdlib"]
            + [
                "swiftSynchronization", "swift_RegexParser", "CoreFoundation", "_FoundationICU", "_FoundationCShims",
                "_FoundationCollections",
            ].map { "-l\($0)" }
            + ["--no-export-dynamic", "--build-id", "-z", "pack-relative-relocs"].flatMap { ["-Xlinker", $0] },
        .when(configuration: .release))
]

let package = Package(
    name: "noteit",
    products: [
        .executable(name: "noteitd", targets: ["noteitd"]),
        .executable(name: "noteit", targets: ["noteit"]),
        .executable(name: "planning-bench", targets: ["planning-bench"]),
        .executable(name: "study-bench", targets: ["study-bench"]),
        .executable(name: "degrees-bench", targets: ["degrees-bench"]),
        .executable(name: "bench-people", targets: ["bench-people"]),
        .executable(name: "recur", targets: ["recur"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/onevcat/Rainbow", from: "4.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(
            name: "CCmarkGfm", pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CWcwidth"),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CIconv"),
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .executableTarget(name: "fields", path: "Sources/Fields/Generator"),
        .plugin(name: "FieldsPlugin", capability: .buildTool(), dependencies: ["fields"], path: "Sources/Fields/Plugin"),
        .target(name: "NoteItCore", swiftSettings: tested, plugins: ["FieldsPlugin"]),
        .executableTarget(name: "embed", path: "Sources/Embedding/Generator"),
        .plugin(name: "EmbeddingPlugin", capability: .buildTool(), dependencies: ["embed"], path: "Sources/Embedding/Plugin"),
        .target(name: "PageFiles", plugins: ["EmbeddingPlugin"]),
        .target(name: "CCurl"),
        .target(name: "CPostgreSQL"),
        .target(name: "CCrypto"),
        .target(name: "Cryptography", dependencies: ["CCrypto"], swiftSettings: tested),
        .target(name: "HTTPTransport", dependencies: ["CCurl"], swiftSettings: tested),
        .target(name: "SMTPTransport", dependencies: ["CCurl", "HTTPTransport"], swiftSettings: tested),
        .target(name: "TerminalInput"),
        .target(
            name: "Planning", dependencies: ["NoteItCore", .product(name: "HeapModule", package: "swift-collections")],
            swiftSettings: optimized, plugins: ["FieldsPlugin"]),
        .target(name: "ICalendar", swiftSettings: optimized),
        .target(
            name: "Registrar", dependencies: ["NoteItCore", "CExpat", "CZlib"], swiftSettings: tested,
            plugins: ["FieldsPlugin"]),
        .target(
            name: "NoteItStore",
            dependencies: [
                "NoteItCore", "CPostgreSQL", "CSodium", grdb, .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: tested, plugins: ["EmbeddingPlugin", "FieldsPlugin"]),
        .target(
            name: "NoteItServer",
            dependencies: [
                "NoteItCore", "Cryptography", "HTTPTransport", "SMTPTransport", "Planning", "ICalendar", "CExpat", "CIconv",
                "CSodium", "CZlib", hummingbird, logging, lifecycle,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: tested, plugins: ["EmbeddingPlugin", "FieldsPlugin"]
        ),
        .target(
            name: "NoteItClient",
            dependencies: ["NoteItCore", "HTTPTransport", "ICalendar", grdb], swiftSettings: tested, plugins: ["FieldsPlugin"]
        ),
        .executableTarget(
            name: "noteitd",
            dependencies: [
                "NoteItCore", "ICalendar", "Planning", "Registrar", "NoteItStore", "NoteItServer", "PageFiles",
                "SMTPTransport", "TerminalInput", "CMalloc", arguments, logging, lifecycle,
            ], linkerSettings: standalone
        ),
        .target(
            name: "NoteItTerminal",
            dependencies: [
                "NoteItCore", "TerminalInput", "CCmarkGfm", "CQRencode", "CWcwidth",
                .product(name: "Rainbow", package: "Rainbow"),
            ],
            swiftSettings: tested, plugins: ["FieldsPlugin"]
        ),
        .target(
            name: "NoteItCommands",
            dependencies: [
                "NoteItCore", "HTTPTransport", "ICalendar", "NoteItClient", "NoteItTerminal", "Registrar", arguments,
            ],
            path: "client-cli", exclude: ["Program"], swiftSettings: tested
        ),
        .executableTarget(
            name: "noteit", dependencies: ["NoteItCommands"], path: "client-cli/Program", linkerSettings: standalone),
        .target(name: "RealData", path: "Tests/RealData"),
        .target(name: "TestTime", path: "Tests/TestTime"),
        .target(name: "TestDatabase", dependencies: ["NoteItStore"], path: "Tests/TestDatabase"),
        .target(name: "TimetableCases", dependencies: ["Planning", "CZlib"], path: "bench/schedules/Cases"),
        .executableTarget(
            name: "planning-bench", dependencies: ["Planning", "TimetableCases"], path: "bench/schedules/Bench",
            linkerSettings: standalone),
        .executableTarget(
            name: "study-bench", dependencies: ["Planning"], path: "bench/study/Bench", linkerSettings: standalone),
        .executableTarget(
            name: "degrees-bench", dependencies: ["Planning", "NoteItCore"], path: "bench/degrees/Bench",
            linkerSettings: standalone),
        .executableTarget(
            name: "bench-people", dependencies: ["NoteItCore", "NoteItStore"], path: "bench/people", linkerSettings: standalone),
        .executableTarget(name: "recur", dependencies: ["ICalendar"], path: "Tests/Recur", linkerSettings: standalone),

        .testTarget(name: "NoteItCoreTests", dependencies: ["NoteItCore", "TestTime"], swiftSettings: tests),
        .testTarget(
            name: "PlanningTests", dependencies: ["Planning", "NoteItCore", "Registrar", "TimetableCases", "RealData"],
            swiftSettings: tests),
        .testTarget(name: "ICalendarTests", dependencies: ["ICalendar", "TestTime"], swiftSettings: tests),
        .testTarget(
            name: "RegistrarTests", dependencies: ["Registrar", "NoteItCore", "RealData", "CZlib"], swiftSettings: tests),
        .testTarget(
            name: "NoteItStoreTests",
            dependencies: [
                "NoteItStore", "NoteItCore", "NoteItServer", "Registrar", "RealData", "TestDatabase", grdb,
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "NoteItServerTests",
            dependencies: [
                "NoteItCore", "NoteItStore", "NoteItServer", "Cryptography", "Planning", "ICalendar", "CSodium", "CZlib",
                "TestTime", "TestDatabase", "RealData", logging, lifecycle,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: tests),
        .testTarget(
            name: "NoteItClientTests",
            dependencies: [
                "NoteItClient", "HTTPTransport", "NoteItCore", "TestTime", grdb,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: tests),
        .testTarget(
            name: "NoteItCLITests",
            dependencies: ["NoteItCore", "NoteItClient", "NoteItTerminal", "NoteItCommands", "TestTime", arguments],
            swiftSettings: tests),
    ],
    swiftLanguageModes: [.v6]
)

// `make run` builds both programs at once, and nothing for tests and benches: `swift build` takes one product or all.
if Context.environment["NOTEIT_BUILD"] == "programs" {
    package.products.removeAll { !["noteitd", "noteit"].contains($0.name) }
    package.targets.removeAll { target in
        target.type == .test || ["bench/", "Tests/"].contains { target.path?.hasPrefix($0) == true }
    }
}
