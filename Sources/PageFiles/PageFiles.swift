import Foundation

/// The files of `client-web` as they were when the program was built.
///
/// A module of its own, which only `noteitd` imports: a change of the page compiles no server anew.
public enum PageFiles {
    /// The bytes by paths such as `platform/router.js`.
    public static func read() -> [String: [UInt8]] {
        encoded.compactMapValues { Data(base64Encoded: $0).map(Array.init) }
    }
}
