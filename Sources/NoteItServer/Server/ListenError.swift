import Foundation
import NIOCore

/// Why the server cannot listen, in a sentence that says what to do.
public struct ListenError: Error, CustomStringConvertible, Equatable {
    public let description: String

    /// Nil if `error` is not from the network.
    init?(_ error: any Error, host: String, port: Int) {
        guard let error = error as? IOError else { return nil }
        description =
            switch error.errnoCode {
            case EADDRINUSE: "Port \(port) of \(host) is in use. Stop what uses it, or choose another with --port."
            case EACCES: "Port \(port) may not be used by this account. Choose one above 1023 with --port."
            case EADDRNOTAVAIL: "This machine has no address \(host). Choose one of its own with --host."
            default: "Cannot listen on \(host), port \(port): \(String(cString: strerror(error.errnoCode)))."
            }
    }
}
