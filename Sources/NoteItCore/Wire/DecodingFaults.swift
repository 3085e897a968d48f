import Foundation
import Synchronization

/// Collects the invalid values that a decoder meets, so that one answer names them all. A value whose type has a stand-in does not
/// end the decoding: the stand-in takes its place, and the whole must not be used.
public final class DecodingFaults: Sendable {
    private static let most = 50

    private let found = Mutex<[DecodingError]>([])

    public init() {}

    /// The collected errors in the order of decoding, at most 50.
    public var errors: [DecodingError] { found.withLock { $0 } }

    fileprivate func append(_ error: DecodingError) {
        found.withLock { if $0.count < Self.most { $0.append(error) } }
    }
}

extension CodingUserInfoKey {
    fileprivate static let faults = CodingUserInfoKey(rawValue: "faults")
}

extension JSONCoding {
    /// Collects invalid values.
    public static func decoder(collecting faults: DecodingFaults) -> JSONDecoder {
        let decoder = decoder()
        if let key = CodingUserInfoKey.faults { decoder.userInfo[key] = faults }
        return decoder
    }
}

/// A wire type whose invalid values are collected.
protocol StandIn {
    static var standIn: Self { get }
}

extension Decoder {
    /// Decodes a value. An invalid one is collected, where the decoder collects; else throws.
    func collecting<Value>(_ decode: () throws -> Value) throws -> Value {
        do {
            return try decode()
        } catch let error as DecodingError {
            guard let key = CodingUserInfoKey.faults, let faults = userInfo[key] as? DecodingFaults,
                let standIn = (Value.self as? any StandIn.Type)?.standIn as? Value
            else { throw error }
            faults.append(error)
            return standIn
        }
    }
}

extension KeyedDecodingContainer {
    /// An error about the whole value.
    func fault(_ detail: String) -> DecodingError {
        DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: detail))
    }
}

extension Decoder {
    /// Throws if a node stands below more than `most` others.
    /// - Parameter branches: the names of the lists of a node's branches. With its index, a list makes two steps of the path.
    func requireDepth(atMost most: Int, below branches: Set<String>) throws {
        var (depth, end) = (0, codingPath.count)
        while end >= 2, codingPath[end - 1].intValue != nil, branches.contains(codingPath[end - 2].stringValue) {
            (depth, end) = (depth + 1, end - 2)
        }
        guard depth <= most else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "must be nested at most \(most) deep"))
        }
    }
}
