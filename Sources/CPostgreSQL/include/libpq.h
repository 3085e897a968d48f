#include <postgresql/libpq-fe.h>

// libpq, which is opened when it is first used: a server on SQLite runs without it.

/// Opens the library. Returns null, or why that failed. Call it before anything else; calling it again does nothing.
const char *libpq_open(void);

PGconn *libpq_connect(const char *const *keywords, const char *const *values);
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

/// Runs statements with semicolons between, without values.
PGresult *libpq_run(PGconn *connection, const char *sql);
PGresult *libpq_prepare(PGconn *connection, const char *name, const char *sql);
/// Runs a prepared statement. A format of 1 means that the value is binary. The result is text.
PGresult *libpq_run_prepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats);
/// Runs a statement that is not kept.
PGresult *libpq_run_once(
    PGconn *connection, const char *sql, int count, const char *const *values, const int *lengths, const int *formats);

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
