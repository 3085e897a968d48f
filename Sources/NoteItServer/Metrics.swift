import HTTPTypes
import Synchronization

/// Counts for Prometheus (text format 0.0.4). Costs a request two short locks.
public final class Metrics: Sendable {
    fileprivate struct Series: Hashable {
        let method: HTTPRequest.Method
        let route: String
        let status: Int
    }

    private struct Tally {
        var requests = 0
        var seconds = 0.0
    }

    private struct Gauge {
        let name: String
        let help: String
        let value: @Sendable () -> Double
    }

    private struct State {
        var inFlight = 0
        var tallies: [Series: Tally] = [:]
        var gauges: [Gauge] = []
    }

    private let state = Mutex(State())
    private let started = ContinuousClock.now

    public init() {}

    /// Adds a number that is read anew for each scrape.
    /// - Parameter name: such as `noteit_streams`; `value` must not block.
    public func addGauge(_ name: String, help: String, value: @escaping @Sendable () -> Double) {
        state.withLock { $0.gauges.append(Gauge(name: name, help: help, value: value)) }
    }

    func requestBegan() { state.withLock { $0.inFlight += 1 } }

    /// - Parameter route: the path's template, never the path, so that the series stay few.
    func requestEnded(_ method: HTTPRequest.Method, route: String, status: Int, took: Duration) {
        let series = Series(method: method, route: route, status: status)
        state.withLock {
            $0.inFlight -= 1
            $0.tallies[series, default: Tally()].requests += 1
            $0.tallies[series, default: Tally()].seconds += took / .seconds(1)
        }
    }

    /// - Parameter head: offset of the newest row of the log; nil if it cannot be read now.
    func text(head: Int64?) -> String {
        let state = state.withLock { $0 }
        var lines: [String] = []
        func family(_ name: String, _ type: String, _ help: String, _ samples: [String]) {
            lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"] + samples.map { name + $0 }
        }
        let tallies = state.tallies.map { (labels: $0.key.labels, tally: $0.value) }.sorted { $0.labels < $1.labels }
        family(
            "noteit_http_requests_total", "counter", "Requests answered.",
            tallies.map { "\($0.labels) \($0.tally.requests)" })
        family(
            "noteit_http_request_seconds_total", "counter", "Time until the head of the answer, in seconds.",
            tallies.map { "\($0.labels) \($0.tally.seconds)" })
        family("noteit_http_requests_in_flight", "gauge", "Requests being answered.", [" \(state.inFlight)"])
        family(
            "noteit_uptime_seconds", "gauge", "Seconds since the server started.",
            [" \((ContinuousClock.now - started) / .seconds(1))"])
        if let head { family("noteit_log_head", "gauge", "Offset of the newest row of the log.", [" \(head)"]) }
        for gauge in state.gauges { family(gauge.name, "gauge", gauge.help, [" \(gauge.value())"]) }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Metrics.Series {
    fileprivate var labels: String { #"{method="\#(method.rawValue)",route="\#(route)",status="\#(status)"}"# }
}
