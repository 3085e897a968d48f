/* delay.c - stands between noteitd and PostgreSQL, and holds answers back as a longer network would.
 *
 * delay SOCKET TARGET MICROSECONDS [deaf]
 *   Listens on the Unix socket SOCKET, and passes each connection on to TARGET. What TARGET says goes on MICROSECONDS later.
 *   deaf: LISTEN names another channel, so that no notification comes.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1 << 20 };
typedef struct { int from, to, is_answer; } way;
static long delay;
static int is_deaf;

static struct sockaddr_un address(const char *path) {
    struct sockaddr_un made = {.sun_family = AF_UNIX};
    snprintf(made.sun_path, sizeof made.sun_path, "%s", path);
    return made;
}

static void *carry(void *argument) {
    way each = *(way *)argument;
    char *bytes = malloc(MOST), *word;
    ssize_t count;
    free(argument);
    prctl(PR_SET_TIMERSLACK, 1);
    for (;;) {
        struct pollfd ready = {.fd = each.from, .events = POLLIN};
        struct timespec pause = {0, delay * 1000};
        if (poll(&ready, 1, -1) < 0) break;
        if (each.is_answer && delay) nanosleep(&pause, NULL);
        if ((count = read(each.from, bytes, MOST)) <= 0) break;
        if (is_deaf && !each.is_answer && (word = memmem(bytes, count, "LISTEN noteit_log", 17))) memcpy(word, "LISTEN noteit_not", 17);
        for (ssize_t sent = 0, more; sent < count; sent += more)
            if ((more = send(each.to, bytes + sent, count - sent, MSG_NOSIGNAL)) <= 0) goto end;
    }
end:
    shutdown(each.from, SHUT_RDWR);
    shutdown(each.to, SHUT_RDWR);
    free(bytes);
    return NULL;
}

static void start(int from, int to, int is_answer) {
    pthread_t thread;
    way *made = malloc(sizeof *made);
    *made = (way){from, to, is_answer};
    if (pthread_create(&thread, NULL, carry, made)) exit(1);
    pthread_detach(thread);
}

int main(int count, char **words) {
    if (count < 4) { fprintf(stderr, "usage: delay SOCKET TARGET MICROSECONDS [deaf]\n"); return 2; }
    struct sockaddr_un here = address(words[1]), there = address(words[2]);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), one;
    delay = atol(words[3]);
    is_deaf = count > 4;
    if (bind(listener, (struct sockaddr *)&here, sizeof here) || listen(listener, 64)) { perror(words[1]); return 1; }
    while ((one = accept(listener, NULL, NULL)) >= 0) {
        int other = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(other, (struct sockaddr *)&there, sizeof there)) { close(one); close(other); continue; }
        start(one, other, 0);
        start(other, one, 1);
    }
    return 0;
}
