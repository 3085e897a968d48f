import Foundation

/// The time zones of IANA that Foundation brings along, in its half that is built on ICU.
public enum ZoneData {
    /// The version of the zone data, such as `2025b`; nil if the program was linked without it. Then Foundation knows only
    /// fixed offsets.
    public static var version: String? {
        guard TimeZone(identifier: "Europe/London") != nil else { return nil }
        // This reference also makes a static linker include the half of Foundation that holds the zone data: nothing else may
        // need it.
        return TimeZone.timeZoneDataVersion
    }

    /// Throws `Missing` if there is no version. Programs call it when they start: without zones, times would be wrong.
    public static func require(version: String? = version) throws {
        if version == nil { throw Missing() }
    }

    public struct Missing: Error, LocalizedError, CustomStringConvertible {
        public var description: String {
            """
            This program knows no time zones, so every time would be wrong. It was built or installed without them: install a \
            release again, or build it with `make run`.
            """
        }
        public var errorDescription: String? { description }
    }
}
