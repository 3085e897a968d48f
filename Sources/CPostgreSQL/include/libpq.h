#include <postgresql/libpq-fe.h>

// libpq, which is opened when it is first used: a server on SQLite runs without it.

/// Opens the library. Returns null, or why that failed. Call it before anything else; calling it again does nothing.
const char *libpq_open(void);

PGconn *libpq_connect(const char *const *keywords, const char *const *values);
/// -1 if the certificate of the server has expired, 1 if it is not valid yet, else 0. Asks for the certificate alone.
/// - Parameter milliseconds: how long each answer may take.
int libpq_certificate_dates(const char *const *keywords, const char *const *values, int milliseconds);
void libpq_finish(PGconn *connection);
ConnStatusType libpq_status(const PGconn *connection);
PGTransactionStatusType libpq_transaction_status(const PGconn *connection);
const char *libpq_error_message(const PGconn *connection);
int libpq_server_version(const PGconn *connection);
/// Whether the server asked for a password and there was none.
int libpq_needs_password(const PGconn *connection);
/// Whether the server asked for a password and got one.
int libpq_used_password(const PGconn *connection);

/// Null if `address` cannot be parsed; `*why` then says why, to be freed with `libpq_free`.
PQconninfoOption *libpq_parse(const char *address, char **why);
void libpq_options_free(PQconninfoOption *options);
void libpq_free(void *memory);

// 1 means that it was done or sent.

/// Sends statements with semicolons between, without values. Their results must be read to the end before the next is sent.
int libpq_send(PGconn *connection, const char *sql);

// Pipeline mode: statements are sent together, then a sync. https://www.postgresql.org/docs/15/libpq-pipeline-mode.html
int libpq_enter_pipeline(PGconn *connection);
/// Only after the result of the sync.
int libpq_exit_pipeline(PGconn *connection);
int libpq_sync(PGconn *connection);
int libpq_send_prepare(PGconn *connection, const char *name, const char *sql);
/// Sends a prepared statement. A format of 1 means that the value is binary. The result is text.
int libpq_send_prepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats);
/// Sends a statement that is not kept.
int libpq_send_once(
    PGconn *connection, const char *sql, int count, const char *const *values, const int *lengths, const int *formats);

/// Waits for the next result: 1 if `libpq_next_result` has it, 0 if the time is over, -1 if the connection is lost.
int libpq_wait(PGconn *connection, int milliseconds);
/// Null ends the results of what was sent, in a pipeline those of each statement.
PGresult *libpq_next_result(PGconn *connection);

/// Waits for notifications: 1 if something came, 0 if the time is over, -1 if the connection is lost.
int libpq_listen(PGconn *connection, int milliseconds);
/// Null if there is none, else to be freed with `libpq_free`.
PGnotify *libpq_notification(PGconn *connection);

ExecStatusType libpq_result_status(const PGresult *result);
const char *libpq_error_field(const PGresult *result, int field);
int libpq_rows(const PGresult *result);
int libpq_columns(const PGresult *result);
const char *libpq_column_name(const PGresult *result, int column);
Oid libpq_column_type(const PGresult *result, int column);
const char *libpq_value(const PGresult *result, int row, int column);
int libpq_length(const PGresult *result, int row, int column);
int libpq_is_null(const PGresult *result, int row, int column);
const char *libpq_changed_rows(PGresult *result);
const char *libpq_command(PGresult *result);
void libpq_clear(PGresult *result);
