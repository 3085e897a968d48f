import CCurl
import Foundation
import HTTPTransport

/// One connection to the relay, kept for the next message. Its calls block; it lives on one thread.
final class SMTPConnection {
    private let relay: SMTPRelay
    private let mayGo: () -> Bool
    private let handle: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>
    private var recipients: UnsafeMutablePointer<curl_slist>?
    private var bytes: [UInt8] = []
    private var sent = 0
    /// The command that was sent last, such as `RCPT`; empty before the first.
    private var command = ""
    /// The relay's last answer to it.
    private var answer = ""
    private var isLeaving = false
    private var isWithdrawn = false
    /// Whether the relay took user and password. libcurl goes on without them where the relay offers no AUTH.
    private var isSignedIn = false

    /// Why there is no libcurl; nil if there is one.
    private static let fault = libcurl_open().map { String(cString: $0) }

    /// Seconds for the connection, and for one message. A relay may think about the end of a message for ten minutes (RFC 5321,
    /// section 4.5.3.2.6).
    private static let (connectTime, messageTime) = (30, 600)

    /// Throws `.unavailable` if there is no libcurl.
    init(_ relay: SMTPRelay, greeting name: String, mayGo: @escaping () -> Bool) throws(SMTPError) {
        if let fault = Self.fault { throw .unavailable(fault) }
        guard let handle = libcurl_easy_init() else { throw .unavailable("there is too little memory") }
        guard let multi = libcurl_multi_init() else {
            libcurl_easy_cleanup(handle)
            throw .unavailable("there is too little memory")
        }
        (self.relay, self.mayGo, self.handle, self.multi) = (relay, mayGo, handle, multi)
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        libcurl_set_pointer(handle, CURLOPT_ERRORBUFFER, message)
        libcurl_set_text(handle, CURLOPT_URL, relay.url(greeting: name))
        setConnection()
        setCallbacks()
    }

    deinit {
        libcurl_easy_cleanup(handle)
        libcurl_multi_cleanup(multi)
        libcurl_slist_free_all(recipients)
        message.deallocate()
    }

    private func setConnection() {
        libcurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        libcurl_set_text(handle, CURLOPT_PROXY, "")
        libcurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        libcurl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
        libcurl_set_number(handle, CURLOPT_CONNECTTIMEOUT, Self.connectTime)
        libcurl_set_number(handle, CURLOPT_TIMEOUT, Self.messageTime)
        libcurl_set_number(handle, CURLOPT_UPLOAD, 1)
        let wants = relay.encryption == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL
        libcurl_set_number(handle, CURLOPT_USE_SSL, Int(wants.rawValue))
        if let user = relay.user {
            libcurl_set_text(handle, CURLOPT_USERNAME, user)
            libcurl_set_text(handle, CURLOPT_PASSWORD, relay.password ?? "")
        }
        if let file = ProcessInfo.processInfo.environment["SSL_CERT_FILE"], !file.isEmpty {
            libcurl_set_text(handle, CURLOPT_CAINFO, file)
        }
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_READDATA, CURLOPT_DEBUGDATA] { libcurl_set_pointer(handle, option, context) }
        libcurl_set_data_callback(handle, CURLOPT_READFUNCTION) { memory, size, count, context in
            SMTPConnection.of(context).give(memory, size * count)
        }
        // The only callback that sees commands and answers.
        libcurl_set_number(handle, CURLOPT_VERBOSE, 1)
        libcurl_set_debug_callback(handle) { _, kind, bytes, size, context in
            SMTPConnection.of(context).note(kind, UnsafeRawBufferPointer(start: bytes, count: size))
            return 0
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> SMTPConnection {
        // `setCallbacks` gave the address, and libcurl calls back only while the connection lives.
        Unmanaged<SMTPConnection>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// A message that is taken back has no end for the relay: the connection closes before.
    private func give(_ memory: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
        isWithdrawn = !mayGo()
        if isWithdrawn { return Int(CURL_READFUNC_ABORT) }
        let count = min(room, bytes.count - sent)
        guard count > 0, let memory else { return 0 }
        bytes.withUnsafeBytes {
            UnsafeMutableRawPointer(memory).copyMemory(from: $0.baseAddress.unsafelyUnwrapped + sent, byteCount: count)
        }
        sent += count
        command = "data"
        return count
    }

    private func note(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        switch kind {
        case CURLINFO_HEADER_OUT:
            // A whole word: of what AUTH sends, in base64, four letters may be those of a command.
            let word = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
            // libcurl takes leave after a refusal.
            if word == "QUIT" { isLeaving = true } else { command = word }
            if word == "EHLO" { isSignedIn = false }
        case CURLINFO_HEADER_IN where !isLeaving:
            answer = String(decoding: bytes.prefix(300), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if answer.hasPrefix("235") { isSignedIn = true }
        default: break
        }
    }

    /// Sends one message, or returns why not.
    /// - Parameter isCancelled: asked several times a second.
    func send(_ new: SMTPMessage, isCancelled: () -> Bool) -> SMTPError? {
        (bytes, sent, command, answer, isLeaving, isWithdrawn) = (new.bytes, 0, "", "", false, false)
        libcurl_slist_free_all(recipients)
        recipients = libcurl_slist_append(nil, "<\(new.recipient)>")
        libcurl_set_text(handle, CURLOPT_MAIL_FROM, "<\(new.sender)>")
        libcurl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
        libcurl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(bytes.count))
        libcurl_multi_add_handle(multi, handle)
        defer { libcurl_multi_remove_handle(multi, handle) }
        while true {
            libcurl_multi_perform(multi)
            var code = CURLE_OK
            if libcurl_multi_ended(multi, &code) != nil { return fault(code) }
            if isCancelled() { return .postponed("the server stops") }
            libcurl_multi_poll(multi, 200)
        }
    }

    /// Refusals of a recipient or of a text concern this message; all others concern every message, and so do those of a relay that
    /// does not know us.
    private func fault(_ code: CURLcode) -> SMTPError? {
        guard code != CURLE_OK else { return nil }
        if isWithdrawn { return .withdrawn }
        let status = Int(answer.prefix(3)) ?? 0
        if relay.user != nil, !isSignedIn, asksForSignIn(status), ["MAIL", "RCPT", "DATA", "data"].contains(command) {
            return .unavailable("the relay offers no way to sign in, and said: \(answer)")
        }
        // 452 and 552 may be about the size that MAIL announces.
        let isOwn = ["RCPT", "DATA", "data"].contains(command) || command == "MAIL" && [452, 552].contains(status)
        if code == CURLE_LOGIN_DENIED, status == 535 {
            return .unavailable("the relay does not take this user and password: \(answer)")
        }
        let hasAnswer = [
            CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED, CURLE_UPLOAD_FAILED, CURLE_LOGIN_DENIED,
        ].contains(code)
        if hasAnswer, isOwn, (400...599).contains(status) {
            return status >= 500 ? .refused(said) : .postponed(said)
        }
        let words = hasAnswer && status >= 400 ? said : words(code)
        return isOwn ? .postponed(words) : .unavailable(words)
    }

    /// Whether the answer says that the relay takes mail only of those whom it knows (RFC 4954, section 6; RFC 3463, 5.7). Some have no
    /// number for it.
    private func asksForSignIn(_ status: Int) -> Bool {
        status == 530 || status >= 500 && (answer.contains(" 5.7.") || answer.lowercased().contains("relay"))
    }

    private var said: String { "the relay said: \(answer)" }

    private func words(_ code: CURLcode) -> String {
        if code == CURLE_PEER_FAILED_VERIFICATION { return words(TransportError.CertificateFault(of: handle)) }
        let words = String(cString: message)
        return words.isEmpty ? String(cString: libcurl_easy_strerror(code)) : words
    }

    private func words(_ fault: TransportError.CertificateFault) -> String {
        let why = "there is no secure connection to the relay: \(fault.words(on: "this machine"))"
        return fault == .untrusted ? "\(why). Name the file of its authority in SSL_CERT_FILE" : why
    }
}
