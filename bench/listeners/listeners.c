/* listeners.c - WebSocket listeners that keep their cursor and come back, on one thread (epoll).
 *
 * listeners -p PORT -u PATH -n COUNT [-F TOKENS] [-j MS] [-m MARKERS] [-b]
 *   -u path     /v1/ws: `?cursor=` with the last cursor follows on each return
 *   -F tokens   access tokens, one a line; listener i takes line i modulo their number
 *   -j ms       who lost the connection comes back after 0 to this many milliseconds, drawn evenly (2000)
 *   -m markers  sequence numbers that the markers of pub.c may have (100000)
 *   -b          a bare server, without cursors: it forgets what it said
 *
 * Standard output, a JSON line each, times in CLOCK_MONOTONIC nanoseconds:
 *   {"is":"up","at":..}    all are connected: at first, and after each loss of all
 *   {"is":"down","at":..}  the first connection was lost since
 *   {"is":"live","at":..}  all hold what any of them held when the last came back (not with -b)
 * At the end of standard input they listen until nothing has come for a second, and say
 *   {"is":"end","broken":offsets that did not ascend,"returns":connections after the first COUNT,"refused":..}
 * and, a line each, SEQUENCE COUNT LAST: how many listeners got the marker, and milliseconds to the last of them.
 */
#include "common.h"

enum { AWAY, CONNECTING, SHAKING, OPEN };
typedef struct { int fd; uint8_t state; uint64_t due; int64_t offset; char cursor[40]; char *rest; size_t held; } listener;
typedef struct { uint32_t count; uint64_t last; } marker;

static int port, count = 100, jitter = 2000, bare, ep, up, shaking, once, token_count;
static uint32_t markers = 100000; static const char *path = "/v1/ws"; static char **tokens;
static listener *all; static marker *seen; static struct sockaddr_storage to; static socklen_t to_len;
static uint64_t broken, opened, refused, last_news; static char page[1 << 20];

static void say(const char *what) { printf("{\"is\":\"%s\",\"at\":%llu}\n", what, (unsigned long long)now_ns()); fflush(stdout); }

static void lose(listener *l) {
    if (l->state == OPEN) { if (up-- == count) say("down"); } else shaking--;
    if (l->state != OPEN) refused++;
    close(l->fd); free(l->rest); l->rest = NULL; l->held = 0; l->state = AWAY;
    l->due = now_ns() + (uint64_t)(rand() / (RAND_MAX + 1.0) * jitter * 1e6);
}
static void set_out(listener *l, int how, uint32_t events) {
    struct epoll_event e = { .events = events, .data.ptr = l }; epoll_ctl(ep, how, l->fd, &e);
}
static void come(listener *l) {
    l->fd = socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); if (l->fd < 0) die("socket: %s", strerror(errno));
    l->state = CONNECTING; shaking++;
    if (connect(l->fd, (void *)&to, to_len) && errno != EINPROGRESS) { lose(l); return; }
    set_out(l, EPOLL_CTL_ADD, EPOLLIN | EPOLLOUT);
}
static void ask(listener *l) {
    static char request[4096];
    int n = snprintf(request, sizeof request, "GET %s%s%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", path, *l->cursor ? "?cursor=" : "", l->cursor);
    if (token_count) n += snprintf(request + n, sizeof request - n, "Authorization: Bearer %s\r\n", tokens[(l - all) % token_count]);
    n += snprintf(request + n, sizeof request - n, "\r\n");
    l->state = SHAKING; set_out(l, EPOLL_CTL_MOD, EPOLLIN);
    if (send(l->fd, request, n, MSG_NOSIGNAL) != n) lose(l);
}
/* One text frame. A change's cursor stands behind its body, the cursor of a bare "at" alone. */
static void take(listener *l, char *p, size_t n) {
    uint32_t sequence; uint64_t at; int change = n > 10 && !memcmp(p, "{\"change\"", 9);
    char *mark = memmem(p, n, "~NB", 3), *cursor = NULL;
    if (mark && mark + MLEN <= p + n && get_marker(mark, &sequence, &at) && sequence < markers) {
        uint64_t now = last_news = now_ns(); marker *m = &seen[sequence]; m->count++;
        if (now > at && now - at > m->last) m->last = now - at; }
    if (bare) return;
    const char *key = change ? "\"cursor\":\"" : "{\"at\":\"";
    for (char *q = p; (q = memmem(q, p + n - q, key, strlen(key))); ) cursor = q += strlen(key);
    if (!cursor) { broken++; return; }
    size_t k = strcspn(cursor, "\"}"); if (k >= sizeof l->cursor) die("a cursor of %zu bytes", k);
    char *dot = memchr(cursor, '.', k); int64_t offset = dot ? atoll(dot + 1) : -1;
    if (change ? offset <= l->offset : offset < l->offset) broken++;
    l->offset = offset; memcpy(l->cursor, cursor, k); l->cursor[k] = 0;
}
/* Whole frames of `p`; returns how many bytes they took, -1 if the server closes. */
static ssize_t frames(listener *l, char *p, size_t n) {
    size_t done = 0;
    while (n - done >= 2) {
        uint8_t *f = (uint8_t *)p + done; size_t head = 2; uint64_t length = f[1] & 127;
        if (length == 126) { head = 4; if (n - done < head) break; length = f[2] << 8 | f[3]; }
        else if (length == 127) { head = 10; if (n - done < head) break; length = 0; for (int i = 2; i < 10; i++) length = length << 8 | f[i]; }
        if (n - done < head + length) break;
        int kind = f[0] & 15; if (kind == 8) return -1;
        if (kind == 1) take(l, p + done + head, length);
        if (kind == 9 && length < 126) { char pong[132] = { (char)0x8a, (char)(0x80 | length) }; memcpy(pong + 6, f + head, length); /* key 0 */
            if (send(l->fd, pong, 6 + length, MSG_NOSIGNAL) < 0) return -1; }
        done += head + length; }
    return done;
}
static void hear(listener *l) {
    for (;;) {
        memcpy(page, l->rest ? l->rest : "", l->held);
        ssize_t got = read(l->fd, page + l->held, sizeof page - l->held - 1);
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) { lose(l); return; }
        size_t n = l->held + got, used = 0; page[n] = 0;
        if (l->state == SHAKING) {
            char *end = strstr(page, "\r\n\r\n");
            if (end) {
                if (strncmp(page, "HTTP/1.1 101", 12)) { if (!refused) fprintf(stderr, "refused: %.200s\n", page); lose(l); return; }
                used = end + 4 - page; l->state = OPEN; shaking--; opened++; if (++up == count) say("up"); once |= up == count; } }
        if (l->state == OPEN) { ssize_t k = frames(l, page + used, n - used); if (k < 0) { lose(l); return; } used += k; }
        if (n - used > l->held || !l->rest) l->rest = realloc(l->rest, n - used + 1);
        l->held = n - used; memcpy(l->rest, page + used, l->held);
        if (!l->held) { free(l->rest); l->rest = NULL; }
        if ((size_t)got < sizeof page / 2) return;
    }
}
static void on_event(listener *l, uint32_t events) {
    if (l->state == CONNECTING) {
        int error = 0; socklen_t size = sizeof error; getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &error, &size);
        if (error) lose(l); else if (events & EPOLLOUT) ask(l);
        return; }
    if (l->state != AWAY && events & (EPOLLIN | EPOLLHUP | EPOLLERR)) hear(l);
}
static int64_t bound(int most) {
    int64_t found = all[0].offset;
    for (int i = 1; i < count; i++) if (most ? all[i].offset > found : all[i].offset < found) found = all[i].offset;
    return found;
}
int main(int ac, char **av) {
    int o, open_input = 1, was_up = 0, behind = 0; int64_t goal = 0;
    while ((o = getopt(ac, av, "p:u:n:F:j:m:b")) != -1) switch (o) {
        case 'p': port = atoi(optarg); break; case 'u': path = optarg; break; case 'n': count = atoi(optarg); break;
        case 'F': tokens = slurp_lines(optarg, &token_count); break; case 'j': jitter = atoi(optarg); break;
        case 'm': markers = atoi(optarg); break; case 'b': bare = 1; break; default: die("see the head of listeners.c"); }
    if (!port) die("-p PORT needed; see the head of listeners.c");
    signal(SIGPIPE, SIG_IGN); raise_nofile(); resolve("127.0.0.1", port, &to, &to_len); srand(1);
    all = calloc(count, sizeof *all); seen = calloc(markers, sizeof *seen); ep = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < count; i++) all[i].offset = -1;
    fcntl(0, F_SETFL, O_NONBLOCK); static struct epoll_event events[4096]; last_news = now_ns();
    while (open_input || now_ns() - last_news < 1000000000ull) {
        uint64_t now = now_ns(); char c;
        if (up + shaking < count) for (int i = 0; i < count && (once || shaking < 64); i++) if (all[i].state == AWAY && all[i].due <= now) come(&all[i]);
        int n = epoll_wait(ep, events, 4096, up < count ? 1 : 20);
        for (int i = 0; i < n; i++) on_event(events[i].data.ptr, events[i].events);
        if (!bare) { if (up == count && !was_up) { goal = bound(1); behind = 1; }
            if (up == count && behind && bound(0) >= 0 && bound(0) >= goal) { say("live"); behind = 0; } }
        was_up = up == count;
        if (open_input && read(0, &c, 1) == 0) { open_input = 0; last_news = now_ns(); }
    }
    printf("{\"is\":\"end\",\"broken\":%llu,\"returns\":%lld,\"refused\":%llu,\"open\":%d}\n", (unsigned long long)broken,
           (long long)opened - count, (unsigned long long)refused, up);
    for (uint32_t i = 0; i < markers; i++) if (seen[i].count) printf("%u %u %.3f\n", i, seen[i].count, seen[i].last / 1e6);
    for (int i = 0; i < count; i++) if (all[i].state != AWAY) { struct linger now = { 1, 0 }; setsockopt(all[i].fd, SOL_SOCKET, SO_LINGER, &now, sizeof now); close(all[i].fd); }
    return broken != 0;
}
