import Foundation

extension URL {
    /// Whether the host is this machine.
    public var isLoopback: Bool {
        let name = (host(percentEncoded: false) ?? "").lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}
