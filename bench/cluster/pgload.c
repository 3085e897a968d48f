/* pgload.c - the statements of posts on PostgreSQL, without NoteIt: what a store of this shape could reach.
 *
 * pgload CONNINFO NODES BATCH SECONDS DELAY
 *   NODES processes write batches of BATCH posts, each batch a transaction under the lock of log_head, each post in a savepoint.
 *   Statements whose result nobody needs go with the next one (libpq's pipeline mode). Each wait for an answer takes DELAY microseconds
 *   longer.
 * Posts are by people of the table enrollment, in their courses. Prints the posts a second of all, and the round trips of a post.
 */
#define _GNU_SOURCE
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static PGconn *db;
static int pending, delay;
static long trips;

static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }

static void fail(const char *what) { fprintf(stderr, "%s: %s\n", what, PQerrorMessage(db)); _exit(1); }

static const struct { const char *name, *sql; } STATEMENTS[] = {
    {"begin", "BEGIN"}, {"commit", "COMMIT"}, {"savepoint", "SAVEPOINT job"}, {"release", "RELEASE job"},
    {"lock", "SELECT head FROM log_head WHERE id = 1 FOR UPDATE"}, {"head", "UPDATE log_head SET head = $1 WHERE id = 1"},
    {"membership", "SELECT role = 'staff', section_id FROM enrollment WHERE account_id = $1 AND course_id = $2"},
    {"number", "UPDATE course SET last_number = last_number + 1 WHERE id = $1 RETURNING last_number"},
    {"event", "INSERT INTO event (id, course_id, number, author_id, kind, title, body, tags, visibility, created_at) "
              "VALUES ($1, $2, $3, $4, 'note', 'Homework', $5, '[]', 'public', 1763700000)"},
    {"find", "SELECT e.*, a.*, (SELECT count(*) FROM event_section s WHERE s.event_id = e.id), "
             "EXISTS (SELECT 1 FROM due_change d WHERE d.event_id = e.id), "
             "(SELECT count(*) FROM attachment f WHERE f.event_id = e.id) "
             "FROM event e JOIN account a ON a.id = e.author_id WHERE e.id = $1 AND e.deleted_at IS NULL"},
    {"log", "INSERT INTO log (\"offset\", written_at, op, type, subject, course_id, follows, after) "
            "VALUES ($1, 1763700000, 'changed', 'event', $2, $3, 0, 'course:' || $3::text)"},
    {"topic", "INSERT INTO log_topic (topic, \"offset\", dates) VALUES ('course:' || $1::text, $2, 0)"},
    {"courses", "SELECT op, course_id FROM log WHERE \"offset\" > $1"},
    {"people", "SELECT account_id, course_id FROM enrollment"},
};

static void send_later(const char *name, int count, const char *const *values) {
    if (!PQsendQueryPrepared(db, name, count, values, NULL, NULL, 0)) fail(name);
    pending++;
}

/* The result of the statement, after those that were sent before it. */
static PGresult *ask(const char *name, int count, const char *const *values) {
    send_later(name, count, values);
    if (!PQpipelineSync(db)) fail("sync");
    trips++;
    if (delay) { struct timespec pause = {0, delay * 1000L}; nanosleep(&pause, NULL); }
    PGresult *last = NULL, *result;
    for (; pending; pending--)
        while ((result = PQgetResult(db))) {
            ExecStatusType status = PQresultStatus(result);
            if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(name);
            PQclear(last);
            last = result;
        }
    PQclear(PQgetResult(db)); /* of the sync */
    return last;
}

#define LATER(name, ...) send_later(name, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *const[]){__VA_ARGS__})
#define ASK(name, ...) ask(name, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *const[]){__VA_ARGS__})

static void post(PGresult *people, unsigned *seed, long offset) {
    static char text[201];
    char id[40], number[24], place[24];
    int person = rand_r(seed) % PQntuples(people);
    const char *account = PQgetvalue(people, person, 0), *course = PQgetvalue(people, person, 1);
    memset(text, 'x', 200);
    snprintf(id, sizeof id, "%08x-0000-7000-8000-%012lx", (unsigned)getpid(), offset);
    snprintf(place, sizeof place, "%ld", offset);
    send_later("savepoint", 0, NULL);
    PQclear(ASK("membership", account, course));
    PGresult *result = ASK("number", course);
    snprintf(number, sizeof number, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    LATER("event", id, course, number, account, text);
    PQclear(ASK("find", id));
    LATER("log", place, id, course);
    LATER("topic", course, place);
    send_later("release", 0, NULL);
}

static void node(const char *place, int batch, double seconds, unsigned seed, double *rate, double *trips_each) {
    long posts = 0;
    prctl(PR_SET_TIMERSLACK, 1);
    db = PQconnectdb(place);
    if (PQstatus(db) != CONNECTION_OK) fail("connect");
    for (size_t i = 0; i < sizeof STATEMENTS / sizeof *STATEMENTS; i++) {
        PGresult *made = PQprepare(db, STATEMENTS[i].name, STATEMENTS[i].sql, 0, NULL);
        if (PQresultStatus(made) != PGRES_COMMAND_OK) fail(STATEMENTS[i].name);
        PQclear(made);
    }
    PQenterPipelineMode(db);
    PGresult *people = ask("people", 0, NULL);
    double start = now();
    trips = 0;
    while (now() < start + seconds) {
        send_later("begin", 0, NULL);
        PGresult *lock = ask("lock", 0, NULL);
        long before = atol(PQgetvalue(lock, 0, 0)), head = before;
        PQclear(lock);
        for (int i = 0; i < batch; i++) post(people, &seed, ++head);
        char old[24], new[24];
        snprintf(old, sizeof old, "%ld", before);
        snprintf(new, sizeof new, "%ld", head);
        LATER("head", new);
        LATER("courses", old);
        PQclear(ask("commit", 0, NULL));
        posts += batch;
    }
    *rate = posts / (now() - start);
    *trips_each = posts ? (double)trips / posts : 0;
    _exit(0);
}

int main(int count, char **words) {
    if (count != 6) { fprintf(stderr, "usage: pgload CONNINFO NODES BATCH SECONDS DELAY\n"); return 2; }
    int nodes = atoi(words[2]), failed = 0, status;
    delay = atoi(words[5]);
    double *found = mmap(NULL, nodes * 2 * sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), sum = 0;
    for (int i = 0; i < nodes; i++)
        if (!fork()) node(words[1], atoi(words[3]), atof(words[4]), 7919 * (i + 1), &found[2 * i], &found[2 * i + 1]);
    while (wait(&status) > 0) failed |= status;
    for (int i = 0; i < nodes; i++) sum += found[2 * i];
    printf("%.1f %.2f\n", sum, found[1]);
    return failed != 0;
}
