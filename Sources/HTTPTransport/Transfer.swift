import CCurl
import Foundation

/// One request on its way: an easy handle of libcurl with what it points to. It lives on the thread of its `TransferLoop`.
final class Transfer {
    let handle: UnsafeMutableRawPointer
    let exchange: Exchange
    private let settings: TransportClient.Settings
    /// The name or address to connect to if there is no proxy, and the port.
    private let target: String
    private let port: Int
    /// libcurl's own words on a failure.
    private let message: UnsafeMutablePointer<CChar>
    private var fieldLines: UnsafeMutablePointer<curl_slist>?
    private var addresses: UnsafeMutablePointer<curl_slist>?
    private var source: UnsafeMutablePointer<FILE>?
    /// The bytes of `source` that are still to be read.
    private var unread = 0
    private var status = 0
    private var fields: HTTPFields = [:]
    private var received = 0
    /// When the connected host last sent or took something; nil before the connection.
    private var lastSign: ContinuousClock.Instant?

    /// Throws `.sourceFile`, `.other`.
    init(_ request: TransportRequest, _ exchange: Exchange, _ settings: TransportClient.Settings) throws(TransportError) {
        guard let handle = libcurl_easy_init() else { throw .other("there is too little memory") }
        (self.handle, self.exchange, self.settings) = (handle, exchange, settings)
        let url = URL(string: request.url)
        target = request.address ?? url?.host(percentEncoded: false) ?? ""
        port = url?.port ?? (url?.scheme == "https" ? 443 : 80)
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        libcurl_set_pointer(handle, CURLOPT_ERRORBUFFER, message)
        setConnection(request)
        setProxyAndTrust(request)
        try setFields(request.fields)
        try setBody(request)
        setCallbacks()
    }

    deinit {
        libcurl_easy_cleanup(handle)
        libcurl_slist_free_all(fieldLines)
        libcurl_slist_free_all(addresses)
        if let source { fclose(source) }
        message.deallocate()
    }

    private func setConnection(_ request: TransportRequest) {
        libcurl_set_text(handle, CURLOPT_URL, request.url)
        libcurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        libcurl_set_number(handle, CURLOPT_PATH_AS_IS, 1)
        libcurl_set_number(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        // Timeouts must not use signals in a program of several threads.
        libcurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        // Ends without waiting for a silent name server.
        libcurl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
        libcurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectTime.milliseconds))
        if !settings.keepsConnections {
            libcurl_set_number(handle, CURLOPT_FORBID_REUSE, 1)
            libcurl_set_number(handle, CURLOPT_SSL_SESSIONID_CACHE, 0)
        }
        if !settings.keepsConnections || !request.isRepeatable { libcurl_set_number(handle, CURLOPT_FRESH_CONNECT, 1) }
        if let address = request.address {
            // For every host and port of the URL. With a proxy, libcurl then asks for a tunnel to the address.
            addresses = libcurl_slist_append(nil, "::\(address.contains(":") ? "[\(address)]" : address):")
            libcurl_set_list(handle, CURLOPT_CONNECT_TO, addresses)
        }
    }

    private func setProxyAndTrust(_ request: TransportRequest) {
        libcurl_set_number(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let proxy = settings.proxy {
            libcurl_set_text(handle, CURLOPT_PROXY, proxy)
        } else if URL(string: request.url)?.isLoopback == true {
            libcurl_set_text(handle, CURLOPT_PROXY, "")
        }
        let environment = ProcessInfo.processInfo.environment
        if let file = settings.trustFile ?? environment["SSL_CERT_FILE"], !file.isEmpty {
            libcurl_set_text(handle, CURLOPT_CAINFO, file)
        }
        if let folder = environment["SSL_CERT_DIR"], !folder.isEmpty { libcurl_set_text(handle, CURLOPT_CAPATH, folder) }
    }

    private func setFields(_ fields: HTTPFields) throws(TransportError) {
        // libcurl would add these.
        var lines = ["accept", "content-type", "expect"].filter { fields[$0] == nil }.map { "\($0):" }
        for (name, value) in fields.all {
            // A line break would begin another field.
            guard !(name + value).utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
                throw .other("the header field \(name) has control characters")
            }
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        for line in lines { fieldLines = libcurl_slist_append(fieldLines, line) }
        libcurl_set_list(handle, CURLOPT_HTTPHEADER, fieldLines)
    }

    private func setBody(_ request: TransportRequest) throws(TransportError) {
        var bytes = Data()
        var size = 0
        switch request.body {
        case .none where request.method == .GET || request.method == .DELETE:
            libcurl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            return
        case .none: break
        case .bytes(let given): (bytes, size) = (given, given.count)
        case .file(let url, let length):
            guard let file = fopen(url.path, "rb") else { throw .sourceFile }
            (source, size, unread) = (file, length, length)
        }
        libcurl_set_number(handle, CURLOPT_POST, 1)
        libcurl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        libcurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(size))
        guard source == nil else { return }
        // libcurl copies `size` bytes; the address must not be null.
        (bytes.isEmpty ? Data([0]) : bytes).withUnsafeBytes { memory in
            libcurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, memory.baseAddress)
        }
    }
}

// MARK: Callbacks

extension Transfer {
    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [
            CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_PREREQDATA, CURLOPT_DEBUGDATA,
        ] { libcurl_set_pointer(handle, option, context) }
        libcurl_set_data_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.of(context).takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        libcurl_set_data_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        libcurl_set_prereq_callback(handle) { context, _, _, _, _ in
            Transfer.of(context).lastSign = .now
            return CURL_PREREQFUNC_OK
        }
        if source != nil {
            libcurl_set_data_callback(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
                Transfer.of(context).give(bytes, size * count)
            }
            libcurl_set_seek_callback(handle) { context, offset, _ in Transfer.of(context).seek(Int(offset)) }
        }
        if settings.mostReceived != nil {
            // The only callback that sees the frames of chunks and interim responses.
            libcurl_set_number(handle, CURLOPT_VERBOSE, 1)
            libcurl_set_debug_callback(handle) { _, kind, _, size, context in
                if [CURLINFO_HEADER_IN, CURLINFO_DATA_IN, CURLINFO_SSL_DATA_IN].contains(kind) {
                    Transfer.of(context).received += size
                }
                return 0
            }
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
        // `setCallbacks` gave the address, and libcurl calls back only while the transfer lives.
        Unmanaged<Transfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastSign = .now
        let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if line.hasPrefix("HTTP/") {
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            fields = [:]
        } else if line.isEmpty {
            // An interim response (RFC 9110, section 15.2) is followed by another.
            if status >= 200 { exchange.take(Exchange.Head(status: status, fields: fields)) }
        } else if let colon = line.firstIndex(of: ":") {
            fields.add(
                String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        return isFlooded ? 0 : bytes.count
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastSign = .now
        if isFlooded { return 0 }
        return exchange.take(bytes) ? bytes.count : Int(CURL_WRITEFUNC_PAUSE)
    }

    private func give(_ memory: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
        lastSign = .now
        let count = fread(memory, 1, min(room, unread), source)
        // Fewer bytes than were announced would leave the server waiting.
        if count == 0 && unread > 0 { return Int(CURL_READFUNC_ABORT) }
        unread -= count
        return count
    }

    /// libcurl starts again at the beginning when a kept connection was closed.
    private func seek(_ offset: Int) -> Int32 {
        guard let source, fseek(source, 0, SEEK_END) == 0 else { return CURL_SEEKFUNC_FAIL }
        unread = ftell(source) - offset
        return fseek(source, offset, SEEK_SET) == 0 ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }

    private var isFlooded: Bool { settings.mostReceived.map { received > $0 } ?? false }
}

// MARK: Course and end

extension Transfer {
    func resume() {
        lastSign = .now
        libcurl_easy_pause(handle, CURLPAUSE_CONT)
    }

    /// Why the transfer must end now; nil if it may go on.
    func fault(at now: ContinuousClock.Instant) -> TransportError? {
        if isFlooded { return .tooMuch }
        return timeLeft(at: now) <= .zero ? .silence : nil
    }

    /// The time until the host has been silent for too long. A slow reader, or a connection that is being made, has other
    /// bounds.
    func timeLeft(at now: ContinuousClock.Instant) -> Duration {
        guard let lastSign, !exchange.isPaused else { return settings.silence }
        return lastSign + settings.silence - now
    }

    func result(_ code: CURLcode) -> Result<Void, any Error> {
        code == CURLE_OK && !isFlooded ? .success(()) : .failure(error(code))
    }

    private func error(_ code: CURLcode) -> TransportError {
        let tunnel = libcurl_get_number(handle, CURLINFO_HTTP_CONNECTCODE)
        if isFlooded { return .tooMuch }
        if tunnel != 0, !(200...299).contains(tunnel) { return .proxy(status: tunnel) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy(status: nil)
        // "Failed to connect to HOST port ...": only the words tell that the host was a proxy.
        case CURLE_COULDNT_CONNECT where !words(code).contains("to \(target) port"): return .proxy(status: nil)
        case CURLE_COULDNT_CONNECT: return .unreachable(errno: Int32(libcurl_get_number(handle, CURLINFO_OS_ERRNO)))
        case CURLE_OPERATION_TIMEDOUT where lastSign != nil: return .silence
        case CURLE_OPERATION_TIMEDOUT:
            let reached = libcurl_get_number(handle, CURLINFO_PRIMARY_PORT)
            return reached == 0 || reached == port ? .connectTimeout : .proxy(status: nil)
        // libcurl's own bound on headers, 300 KiB, has no code of its own.
        case CURLE_RECV_ERROR where words(code).hasPrefix("Too large response headers"): return .tooMuch
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE: return .closed
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: return .notHTTP
        case CURLE_ABORTED_BY_CALLBACK: return .sourceFile
        case CURLE_SSL_CACERT_BADFILE: return .trustFile
        case CURLE_PEER_FAILED_VERIFICATION: return .certificate(.init(of: handle))
        case CURLE_SSL_CONNECT_ERROR: return handshakeFault
        default: return .other(words(code))
        }
    }

    private var handshakeFault: TransportError {
        let words = words(CURLE_SSL_CONNECT_ERROR)
        // OpenSSL's reasons for bytes that are no TLS record.
        if ["wrong version number", "packet length too long", "http request", "unknown protocol"].contains(
            where: words.contains)
        {
            return .notTLS
        }
        return words.contains("SYSCALL") || words.contains("unexpected eof") ? .closed : .handshake
    }

    private func words(_ code: CURLcode) -> String {
        let words = String(cString: message)
        return words.isEmpty ? String(cString: libcurl_easy_strerror(code)) : words
    }
}
