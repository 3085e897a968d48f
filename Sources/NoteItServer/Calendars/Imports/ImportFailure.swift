/// Why a calendar could not be imported, for the person who asked. It may name the host of an address, never its path: that is often
/// a secret.
struct ImportFailure: Error, Equatable {
    /// What went wrong and what to do, in one or two sentences.
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
