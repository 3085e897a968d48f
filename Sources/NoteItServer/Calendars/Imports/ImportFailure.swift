/// Why a calendar could not be imported, for the person who asked. It may name the host of an address, never its path: that is often
/// a secret.
struct ImportFailure: Error, Equatable {
    /// What went wrong and what to do, in one or two sentences.
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

extension WebAddress {
    /// The address of a calendar.
    /// - Parameter base: the address that redirects to it, for a text that is relative to that.
    init(ofCalendar text: String, from base: WebAddress? = nil) throws(ImportFailure) {
        do throws(Fault) {
            if let base { self = try base.redirected(to: text) } else { self = try WebAddress(text) }
        } catch {
            throw ImportFailure(error.sentence)
        }
    }
}
