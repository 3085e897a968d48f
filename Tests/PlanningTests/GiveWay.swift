/// Lets other tests have their turn. All tests share a thread for each core, and some of them wait for answers with a bound: a test
/// that computes for long calls this between its cases.
func giveWay() async { await Task.yield() }
