// swift-tools-version: 6.1

import PackageDescription

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

/// Searches are optimized in debug builds too: the tests run thousands of them.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

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
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
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
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(name: "NoteItCore"),
        .target(name: "Planning", dependencies: ["NoteItCore"], swiftSettings: optimized),
        .target(name: "ICalendar", swiftSettings: optimized),
        .target(name: "Registrar", dependencies: ["NoteItCore", "CExpat", "CZlib"]),
        .target(
            name: "NoteItStore",
            dependencies: ["NoteItCore", "CSodium", grdb, .product(name: "GRDBSQLite", package: "GRDB.swift")],
            resources: [.embedInCode("schema.sql")]
        ),
        .target(
            name: "NoteItServer",
            dependencies: [
                "NoteItCore", "Planning", "ICalendar", "CExpat", "CSodium", "CZlib", hummingbird, logging, lifecycle,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            resources: [.embedInCode("openapi.yaml")]
        ),
        .target(
            name: "NoteItClient",
            dependencies: [
                "NoteItCore", "ICalendar", grdb,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "noteitd",
            dependencies: [
                "NoteItCore", "Planning", "Registrar", "NoteItStore", "NoteItServer", "CMalloc", arguments, logging, lifecycle,
            ]
        ),
        .target(
            name: "NoteItTerminal",
            dependencies: ["NoteItCore", "CCmarkGfm", "CWcwidth", .product(name: "Rainbow", package: "Rainbow")]
        ),
        .executableTarget(
            name: "noteit",
            dependencies: ["NoteItCore", "NoteItClient", "NoteItTerminal", "Registrar", arguments],
            path: "client-cli"
        ),
        .target(name: "RealData", path: "Tests/RealData"),
        .target(name: "ScheduleCases", dependencies: ["Planning", "CZlib"], path: "bench/schedules/Cases"),
        .executableTarget(name: "planning-bench", dependencies: ["Planning", "ScheduleCases"], path: "bench/schedules/Bench"),
        .executableTarget(name: "study-bench", dependencies: ["Planning"], path: "bench/study/Bench"),
        .executableTarget(name: "degrees-bench", dependencies: ["Planning", "NoteItCore"], path: "bench/degrees/Bench"),
        .executableTarget(name: "bench-people", dependencies: ["NoteItCore", "NoteItStore"], path: "bench/people"),
        .executableTarget(name: "recur", dependencies: ["ICalendar"], path: "Tests/Recur"),

        .testTarget(name: "NoteItCoreTests", dependencies: ["NoteItCore"]),
        .testTarget(name: "PlanningTests", dependencies: ["Planning", "NoteItCore", "Registrar", "ScheduleCases", "RealData"]),
        .testTarget(name: "ICalendarTests", dependencies: ["ICalendar"]),
        .testTarget(name: "RegistrarTests", dependencies: ["Registrar", "NoteItCore", "RealData", "CZlib"]),
        .testTarget(
            name: "NoteItStoreTests",
            dependencies: [
                "NoteItStore", "NoteItCore", "NoteItServer", "Registrar", "RealData", grdb,
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            resources: [.embedInCode("schema-2.sql"), .embedInCode("release-14.sql")]
        ),
        .testTarget(
            name: "NoteItServerTests",
            dependencies: [
                "NoteItCore", "NoteItStore", "NoteItServer", "Planning", "ICalendar", "CSodium", "CZlib", logging, lifecycle,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "NoteItClientTests",
            dependencies: [
                "NoteItClient", "NoteItCore", grdb,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "NoteItCLITests", dependencies: ["NoteItCore", "NoteItClient", "NoteItTerminal", "noteit", arguments]),
    ],
    swiftLanguageModes: [.v6]
)
