import Foundation

/// The processor time of `work` on this thread, in seconds: the least of three measures, since other tests and other programs disturb
/// them. Compare it with the time of other work, not with a number: machines differ.
func processorTime(of work: () throws -> Void) rethrows -> Double {
    let times = try (0..<3).map { _ in
        let start = threadTime()
        try work()
        return threadTime() - start
    }
    return times.min() ?? 0
}

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
