import Synchronization

/// A Prometheus histogram (text format 0.0.4). An observation costs one short lock and a walk over the bounds.
final class Histogram: Sendable {
    let name: String
    let help: String
    private let tally: Mutex<Tally>

    /// - Parameters: `name`: such as `noteit_commit_seconds`; `bounds`: ascending, in the unit that the name ends with.
    init(_ name: String, help: String, bounds: [Double]) {
        self.name = name
        self.help = help
        tally = Mutex(Tally(bounds: bounds))
    }

    /// - Parameter times: how often the value occurred.
    func observe(_ value: Double, times: Int = 1) { tally.withLock { $0.observe(value, times: times) } }

    /// Observes a duration in seconds.
    func observe(_ duration: Duration) { observe(duration / .seconds(1)) }

    var samples: [String] { tally.withLock(\.self).samples() }
}

extension Histogram {
    /// Bounds for times between half a millisecond and 10 s.
    static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// The counts of one series. The last one counts values above all bounds.
    struct Tally: Sendable {
        private let bounds: [Double]
        private var counts: [Int]
        private var sum = 0.0

        init(bounds: [Double]) {
            self.bounds = bounds
            counts = Array(repeating: 0, count: bounds.count + 1)
        }

        mutating func observe(_ value: Double, times: Int = 1) {
            counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += times
            sum += value * Double(times)
        }

        /// The lines of the series, without the family's name.
        /// - Parameter labels: such as `route="/healthz"`.
        func samples(_ labels: String = "") -> [String] {
            var (below, lines): (Int, [String]) = (0, [])
            for (bound, count) in zip(bounds.map(Self.text) + ["+Inf"], counts) {
                below += count
                lines.append("_bucket{\(labels)\(labels.isEmpty ? "" : ",")le=\"\(bound)\"} \(below)")
            }
            let braced = labels.isEmpty ? "" : "{\(labels)}"
            return lines + ["_sum\(braced) \(sum)", "_count\(braced) \(below)"]
        }

        /// Whole numbers without a fraction, as Prometheus' own clients write them.
        private static func text(_ bound: Double) -> String { bound == bound.rounded() ? "\(Int(bound))" : "\(bound)" }
    }
}
