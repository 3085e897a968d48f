#include "libpq.h"

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <openssl/ssl.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>

#define LIBPQ_FUNCTIONS(each)                                                                                                    \
    each(connectdbParams) each(finish) each(status) each(transactionStatus) each(errorMessage) each(serverVersion)               \
    each(connectionNeedsPassword) each(connectionUsedPassword) each(conninfoParse) each(conninfoFree) each(freemem) each(socket) \
    each(setnonblocking) each(sendQuery) each(sendPrepare) each(sendQueryPrepared) each(sendQueryParams) each(flush)             \
    each(isBusy) each(consumeInput) each(getResult) each(notifies) each(resultStatus) each(resultErrorField) each(ntuples) each(nfields)      \
    each(fname) each(ftype) each(getvalue) each(getlength) each(getisnull) each(cmdTuples) each(cmdStatus) each(clear)           \
    each(setNoticeProcessor) each(enterPipelineMode) each(exitPipelineMode) each(pipelineSync)                                    \
    each(connectStartParams) each(connectPoll) each(sslInUse) each(sslStruct)

#define LIBPQ_POINTER(name) __typeof__(&PQ##name) name;
static struct { LIBPQ_FUNCTIONS(LIBPQ_POINTER) } libpq;

// Of the OpenSSL that libpq uses.
static struct {
    X509 *(*certificate)(const SSL *);
    const ASN1_TIME *(*begin)(const X509 *), *(*end)(const X509 *);
    int (*compare)(const ASN1_TIME *);
    void (*release)(X509 *);
} tls;

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *library = dlopen("libpq.so.5", RTLD_LAZY | RTLD_LOCAL);
    if (!library) { failure = dlerror(); return; }
#define LIBPQ_FIND(name) if (!(libpq.name = dlsym(library, "PQ" #name))) { failure = dlerror(); return; }
    LIBPQ_FUNCTIONS(LIBPQ_FIND)
    // As libcurl.c says.
    int (*openssl)(uint64_t, const void *) = dlsym(library, "OPENSSL_init_crypto");
    if (openssl) openssl(OPENSSL_INIT_NO_ATEXIT, NULL);
    tls.certificate = dlsym(library, "SSL_get1_peer_certificate");
    tls.begin = dlsym(library, "X509_get0_notBefore");
    tls.end = dlsym(library, "X509_get0_notAfter");
    tls.compare = dlsym(library, "X509_cmp_current_time");
    tls.release = dlsym(library, "X509_free");
}

const char *libpq_open(void) {
    pthread_once(&once, open_library);
    return failure;
}

static void ignore_notice(void *context, const char *message) {}

PGconn *libpq_connect(const char *const *keywords, const char *const *values) {
    PGconn *connection = libpq.connectdbParams(keywords, values, 1);
    if (connection) {
        libpq.setNoticeProcessor(connection, ignore_notice, NULL);
        libpq.setnonblocking(connection, 1);
    }
    return connection;
}

static int certificate_dates(PGconn *connection) {
    SSL *ssl = libpq.sslStruct(connection, "OpenSSL");
    X509 *certificate = ssl && tls.certificate && tls.begin && tls.end && tls.compare && tls.release ? tls.certificate(ssl) : NULL;
    if (!certificate) { return 0; }
    int dates = tls.compare(tls.end(certificate)) < 0 ? -1 : tls.compare(tls.begin(certificate)) > 0 ? 1 : 0;
    tls.release(certificate);
    return dates;
}

int libpq_certificate_dates(const char *const *keywords, const char *const *values, int milliseconds) {
    PGconn *connection = libpq.connectStartParams(keywords, values, 1);
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    int dates = 0;
    while (connection && (next == PGRES_POLLING_WRITING || next == PGRES_POLLING_READING)) {
        // TLS stands, and nothing was sent over it.
        if (libpq.sslInUse(connection) && libpq.status(connection) == CONNECTION_MADE) {
            dates = certificate_dates(connection);
            break;
        }
        struct pollfd entry = {.fd = libpq.socket(connection), .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        if (poll(&entry, 1, milliseconds) <= 0) { break; }
        next = libpq.connectPoll(connection);
    }
    libpq.finish(connection);
    return dates;
}

void libpq_finish(PGconn *connection) { libpq.finish(connection); }
ConnStatusType libpq_status(const PGconn *connection) { return libpq.status(connection); }
PGTransactionStatusType libpq_transaction_status(const PGconn *connection) { return libpq.transactionStatus(connection); }
const char *libpq_error_message(const PGconn *connection) { return libpq.errorMessage(connection); }
int libpq_server_version(const PGconn *connection) { return libpq.serverVersion(connection); }
int libpq_needs_password(const PGconn *connection) { return libpq.connectionNeedsPassword(connection); }
int libpq_used_password(const PGconn *connection) { return libpq.connectionUsedPassword(connection); }

PQconninfoOption *libpq_parse(const char *address, char **why) { return libpq.conninfoParse(address, why); }
void libpq_options_free(PQconninfoOption *options) { libpq.conninfoFree(options); }
void libpq_free(void *memory) { libpq.freemem(memory); }

int libpq_send(PGconn *connection, const char *sql) { return libpq.sendQuery(connection, sql); }

int libpq_send_prepare(PGconn *connection, const char *name, const char *sql) {
    return libpq.sendPrepare(connection, name, sql, 0, NULL);
}

int libpq_send_prepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats) {
    return libpq.sendQueryPrepared(connection, name, count, values, lengths, formats, 0);
}

int libpq_send_once(
    PGconn *connection, const char *sql, int count, const char *const *values, const int *lengths, const int *formats) {
    return libpq.sendQueryParams(connection, sql, count, NULL, values, lengths, formats, 0);
}

int libpq_enter_pipeline(PGconn *connection) { return libpq.enterPipelineMode(connection); }
int libpq_exit_pipeline(PGconn *connection) { return libpq.exitPipelineMode(connection); }
int libpq_sync(PGconn *connection) { return libpq.pipelineSync(connection); }

// 1 if the socket is ready, 0 if it is not yet, -1 if the connection is lost.
static int wait_for_socket(PGconn *connection, int isSending, int milliseconds) {
    struct pollfd entry = {.fd = libpq.socket(connection), .events = POLLIN | (isSending ? POLLOUT : 0)};
    int ready = poll(&entry, 1, milliseconds);
    if (ready < 0) { return errno == EINTR ? 0 : -1; }
    if (ready == 0) { return 0; }
    if (entry.revents == POLLOUT) { return 1; }
    return libpq.consumeInput(connection) ? 1 : -1;
}

int libpq_wait(PGconn *connection, int milliseconds) {
    int rest = libpq.flush(connection);
    if (rest < 0) { return -1; }
    if (rest == 0 && !libpq.isBusy(connection)) { return 1; }
    if (wait_for_socket(connection, rest, milliseconds) < 0) { return -1; }
    return rest == 0 && !libpq.isBusy(connection);
}

PGresult *libpq_next_result(PGconn *connection) { return libpq.getResult(connection); }

int libpq_listen(PGconn *connection, int milliseconds) { return wait_for_socket(connection, 0, milliseconds); }
PGnotify *libpq_notification(PGconn *connection) { return libpq.notifies(connection); }

ExecStatusType libpq_result_status(const PGresult *result) { return libpq.resultStatus(result); }
const char *libpq_error_field(const PGresult *result, int field) { return libpq.resultErrorField(result, field); }
int libpq_rows(const PGresult *result) { return libpq.ntuples(result); }
int libpq_columns(const PGresult *result) { return libpq.nfields(result); }
const char *libpq_column_name(const PGresult *result, int column) { return libpq.fname(result, column); }
Oid libpq_column_type(const PGresult *result, int column) { return libpq.ftype(result, column); }
const char *libpq_value(const PGresult *result, int row, int column) { return libpq.getvalue(result, row, column); }
int libpq_length(const PGresult *result, int row, int column) { return libpq.getlength(result, row, column); }
int libpq_is_null(const PGresult *result, int row, int column) { return libpq.getisnull(result, row, column); }
const char *libpq_changed_rows(PGresult *result) { return libpq.cmdTuples(result); }
const char *libpq_command(PGresult *result) { return libpq.cmdStatus(result); }
void libpq_clear(PGresult *result) { libpq.clear(result); }
