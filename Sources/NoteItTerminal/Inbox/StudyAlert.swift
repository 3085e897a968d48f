import NoteItCore

extension InboxNotification {
    /// Whether it says that a study block starts or ends.
    public var isStudyAlert: Bool { kind == .studyStarts || kind == .studyEnds }

    /// Title and text for a desktop alert; nil if it is not about a study block. The text has only our own words: some desktops
    /// read markup in it.
    public var desktopAlert: (title: String, text: String)? {
        guard isStudyAlert else { return nil }
        var bare = self
        bare.text = nil
        return ((text ?? "Study").visible, NotificationText(bare).sentence.text)
    }
}
