#include "libcurl.h"

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <string.h>

// The type checks of curl.h are macros with the names of functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define LIBCURL_FUNCTIONS(each)                                                                                                  \
    each(global_init) each(easy_init) each(easy_cleanup) each(easy_pause) each(easy_strerror) each(easy_setopt)                  \
    each(easy_getinfo) each(slist_append) each(slist_free_all) each(multi_init) each(multi_cleanup) each(multi_add_handle)       \
    each(multi_remove_handle) each(multi_perform) each(multi_poll) each(multi_wakeup) each(multi_info_read)

#define LIBCURL_POINTER(name) __typeof__(&curl_##name) name;
static struct { LIBCURL_FUNCTIONS(LIBCURL_POINTER) } libcurl;

static pthread_once_t libcurl_once = PTHREAD_ONCE_INIT;
static const char *libcurl_fault;

static void libcurl_find(void) {
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!library) { libcurl_fault = strdup(dlerror()); return; }
#define LIBCURL_FIND(name) if (!(libcurl.name = dlsym(library, "curl_" #name))) { libcurl_fault = strdup(dlerror()); return; }
    LIBCURL_FUNCTIONS(LIBCURL_FIND)
    // At its end a program does not wait for its transfers: what OpenSSL needs for them stays there. The first who opens OpenSSL says it.
    int (*openssl)(uint64_t, const void *) = dlsym(library, "OPENSSL_init_crypto");
    if (openssl) openssl(OPENSSL_INIT_NO_ATEXIT, NULL);
    libcurl_fault = libcurl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "libcurl does not start";
}

const char *libcurl_open(void) {
    pthread_once(&libcurl_once, libcurl_find);
    return libcurl_fault;
}

CURL *libcurl_easy_init(void) { return libcurl.easy_init(); }
void libcurl_easy_cleanup(CURL *handle) { libcurl.easy_cleanup(handle); }
CURLcode libcurl_easy_pause(CURL *handle, int state) { return libcurl.easy_pause(handle, state); }
const char *libcurl_easy_strerror(CURLcode code) { return libcurl.easy_strerror(code); }
void libcurl_slist_free_all(struct curl_slist *list) { libcurl.slist_free_all(list); }
struct curl_slist *libcurl_slist_append(struct curl_slist *list, const char *line) {
    return libcurl.slist_append(list, line);
}

CURLM *libcurl_multi_init(void) { return libcurl.multi_init(); }
void libcurl_multi_cleanup(CURLM *multi) { libcurl.multi_cleanup(multi); }
void libcurl_multi_add_handle(CURLM *multi, CURL *handle) { libcurl.multi_add_handle(multi, handle); }
void libcurl_multi_remove_handle(CURLM *multi, CURL *handle) { libcurl.multi_remove_handle(multi, handle); }
void libcurl_multi_wakeup(CURLM *multi) { libcurl.multi_wakeup(multi); }

void libcurl_multi_perform(CURLM *multi) {
    int running;
    libcurl.multi_perform(multi, &running);
}

void libcurl_multi_poll(CURLM *multi, int milliseconds) { libcurl.multi_poll(multi, NULL, 0, milliseconds, NULL); }

CURL *libcurl_multi_ended(CURLM *multi, CURLcode *result) {
    int left;
    for (CURLMsg *message; (message = libcurl.multi_info_read(multi, &left));) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

void libcurl_set_number(CURL *handle, CURLoption option, long value) { libcurl.easy_setopt(handle, option, value); }
void libcurl_set_size(CURL *handle, CURLoption option, curl_off_t value) { libcurl.easy_setopt(handle, option, value); }
void libcurl_set_text(CURL *handle, CURLoption option, const char *value) { libcurl.easy_setopt(handle, option, value); }
void libcurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) { libcurl.easy_setopt(handle, option, value); }
void libcurl_set_pointer(CURL *handle, CURLoption option, const void *value) { libcurl.easy_setopt(handle, option, value); }
void libcurl_set_data_callback(CURL *handle, CURLoption option, libcurl_data_callback value) {
    libcurl.easy_setopt(handle, option, value);
}
void libcurl_set_seek_callback(CURL *handle, curl_seek_callback value) {
    libcurl.easy_setopt(handle, CURLOPT_SEEKFUNCTION, value);
}
void libcurl_set_prereq_callback(CURL *handle, curl_prereq_callback value) {
    libcurl.easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}
void libcurl_set_debug_callback(CURL *handle, curl_debug_callback value) {
    libcurl.easy_setopt(handle, CURLOPT_DEBUGFUNCTION, value);
}
long libcurl_get_number(CURL *handle, CURLINFO info) {
    long value = 0;
    return libcurl.easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}
