import Logging

/// A log on standard error. Each request has a logger with metadata of its own. `StreamLogHandler` formats that at once, this only
/// for lines that are written.
struct StandardErrorLog: LogHandler {
    private let stream: StreamLogHandler
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(label: String, level: Logger.Level) { (stream, logLevel) = (.standardError(label: label), level) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
        stream.log(event: event)
    }
}
