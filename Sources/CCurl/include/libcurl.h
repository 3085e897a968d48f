#include <curl/curl.h>

// libcurl, which is opened when it is first used. With the thirty libraries that it needs, linking it would add 3 ms to the start
// of every command, and most commands send nothing.

typedef size_t (*libcurl_data_callback)(char *data, size_t size, size_t count, void *context);

/// Opens the library, once. Returns null, or why that failed. Call it before anything else.
const char *libcurl_open(void);

CURL *libcurl_easy_init(void);
void libcurl_easy_cleanup(CURL *handle);
CURLcode libcurl_easy_pause(CURL *handle, int state);
const char *libcurl_easy_strerror(CURLcode code);
void libcurl_slist_free_all(struct curl_slist *list);
struct curl_slist *libcurl_slist_append(struct curl_slist *list, const char *line);

CURLM *libcurl_multi_init(void);
void libcurl_multi_cleanup(CURLM *multi);
void libcurl_multi_add_handle(CURLM *multi, CURL *handle);
void libcurl_multi_remove_handle(CURLM *multi, CURL *handle);
void libcurl_multi_wakeup(CURLM *multi);

/// Does what can be done without waiting.
void libcurl_multi_perform(CURLM *multi);

/// Waits until something can be done, or `milliseconds`.
void libcurl_multi_poll(CURLM *multi, int milliseconds);

/// The next transfer that has ended, and its result; null if there is none.
CURL *libcurl_multi_ended(CURLM *multi, CURLcode *result);

// Swift calls no variadic functions: one form of curl_easy_setopt and curl_easy_getinfo for each kind of value.

void libcurl_set_number(CURL *handle, CURLoption option, long value);
void libcurl_set_size(CURL *handle, CURLoption option, curl_off_t value);
void libcurl_set_text(CURL *handle, CURLoption option, const char *value);
void libcurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
void libcurl_set_pointer(CURL *handle, CURLoption option, const void *value);
void libcurl_set_data_callback(CURL *handle, CURLoption option, libcurl_data_callback value);
void libcurl_set_seek_callback(CURL *handle, curl_seek_callback value);
void libcurl_set_prereq_callback(CURL *handle, curl_prereq_callback value);
void libcurl_set_debug_callback(CURL *handle, curl_debug_callback value);
long libcurl_get_number(CURL *handle, CURLINFO info);
