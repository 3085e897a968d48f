import HTTPTypes
import NoteItCore
import Synchronization

/// Metrics for Prometheus (text format 0.0.4). They cost a request two short locks.
final class Metrics: Sendable {
    fileprivate struct Route: Hashable {
        let method: HTTPRequest.Method
        let path: String
    }

    fileprivate struct Series: Hashable {
        let route: Route
        let status: Int
    }

    /// A number that each scrape reads.
    private struct Reading {
        let name: String
        let type: String
        let help: String
        let value: @Sendable () -> Double
    }

    private struct State {
        var inFlight = 0
        var answered: [Series: Int] = [:]
        var seconds: [Route: Histogram.Tally] = [:]
        var readings: [Reading] = []
        var histograms: [Histogram] = []
    }

    private let state = Mutex(State())
    private let started = ContinuousClock.now

    init() {}

    /// Adds a number that goes up and down.
    /// - Parameter name: such as `noteit_streams`; `value` must not block.
    func addGauge(_ name: String, help: String, value: @escaping @Sendable () -> Double) {
        register(Reading(name: name, type: "gauge", help: help, value: value))
    }

    /// Adds a number that only goes up; its name ends with `_total`.
    func addCounter(_ name: String, help: String, value: @escaping @Sendable () -> Double) {
        register(Reading(name: name, type: "counter", help: help, value: value))
    }

    func register(_ histogram: Histogram) { state.withLock { $0.histograms.append(histogram) } }

    private func register(_ reading: Reading) { state.withLock { $0.readings.append(reading) } }

    /// Measures the commits of the store.
    func follow(_ store: any Store) {
        let writes = Histogram(
            "noteit_commit_writes", help: "Writes that shared a commit.", bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256])
        let seconds = Histogram(
            "noteit_commit_seconds", help: "Time that a commit took to reach the disk.", bounds: Histogram.seconds)
        store.onCommit { commit in
            writes.observe(Double(commit.writes))
            seconds.observe(commit.took)
        }
        register(writes)
        register(seconds)
    }

    func requestBegan() { state.withLock { $0.inFlight += 1 } }

    /// - Parameter route: the path's template, so that there are few series.
    func requestEnded(_ method: HTTPRequest.Method, route: String, status: Int, took: Duration) {
        let route = Route(method: method, path: route)
        state.withLock {
            $0.inFlight -= 1
            $0.answered[Series(route: route, status: status), default: 0] += 1
            $0.seconds[route, default: Histogram.Tally(bounds: Histogram.seconds)].observe(took / .seconds(1))
        }
    }

    /// - Parameter head: offset of the newest row of the log; nil if it cannot be read.
    func text(head: Int64?) -> String {
        let state = state.withLock(\.self)
        var lines: [String] = []
        func family(_ name: String, _ type: String, _ help: String, _ samples: [String]) {
            lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"] + samples.map { name + $0 }
        }
        family(
            "noteit_http_requests_total", "counter", "Requests answered.",
            state.answered.map { "{\($0.key.route.labels),status=\"\($0.key.status)\"} \($0.value)" }.sorted())
        let seconds = state.seconds.map { (labels: $0.key.labels, tally: $0.value) }.sorted { $0.labels < $1.labels }
        family(
            "noteit_http_request_seconds", "histogram", "Time until the head of the response.",
            seconds.flatMap { $0.tally.samples($0.labels) })
        family("noteit_http_requests_in_flight", "gauge", "Requests being answered.", [" \(state.inFlight)"])
        family(
            "noteit_uptime_seconds", "gauge", "Seconds since the server started.",
            [" \((ContinuousClock.now - started) / .seconds(1))"])
        if let head { family("noteit_log_head", "gauge", "Offset of the newest row of the log.", [" \(head)"]) }
        for reading in state.readings { family(reading.name, reading.type, reading.help, [" \(reading.value())"]) }
        for histogram in state.histograms { family(histogram.name, "histogram", histogram.help, histogram.samples) }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Metrics.Route {
    fileprivate var labels: String { #"method="\#(method.rawValue)",route="\#(path)""# }
}
