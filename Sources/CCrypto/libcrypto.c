#include "libcrypto.h"

#include <dlfcn.h>
#include <limits.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <pthread.h>
#include <string.h>

#define LIBCRYPTO_FUNCTIONS(each)                                                                                                \
    each(BIO_ctrl) each(BIO_free) each(BIO_new) each(BIO_new_mem_buf) each(BIO_s_mem) each(BN_bin2bn) each(BN_bn2bin)            \
    each(BN_free) each(BN_num_bits) each(ERR_clear_error) each(EVP_CIPHER_CTX_ctrl) each(EVP_CIPHER_CTX_free)                    \
    each(EVP_CIPHER_CTX_new) each(EVP_DigestSign) each(EVP_DigestSignInit_ex) each(EVP_DigestVerify)                             \
    each(EVP_DigestVerifyInit_ex) each(EVP_EncryptFinal_ex) each(EVP_EncryptInit_ex) each(EVP_EncryptUpdate)                     \
    each(EVP_KDF_CTX_free) each(EVP_KDF_CTX_new) each(EVP_KDF_derive) each(EVP_KDF_fetch) each(EVP_KDF_free)                     \
    each(EVP_MD_CTX_free) each(EVP_MD_CTX_new) each(EVP_PKEY_CTX_free) each(EVP_PKEY_CTX_new)                                    \
    each(EVP_PKEY_CTX_new_from_name) each(EVP_PKEY_CTX_set_rsa_padding) each(EVP_PKEY_CTX_set_rsa_pss_saltlen)                   \
    each(EVP_PKEY_Q_keygen) each(EVP_PKEY_derive) each(EVP_PKEY_derive_init) each(EVP_PKEY_derive_set_peer)                      \
    each(EVP_PKEY_free) each(EVP_PKEY_fromdata) each(EVP_PKEY_fromdata_init) each(EVP_PKEY_get_bits)                             \
    each(EVP_PKEY_get_bn_param) each(EVP_PKEY_get_octet_string_param) each(EVP_PKEY_is_a) each(EVP_PKEY_new_raw_public_key)      \
    each(EVP_aes_128_gcm) each(OSSL_PARAM_BLD_free) each(OSSL_PARAM_BLD_new) each(OSSL_PARAM_BLD_push_BN)                        \
    each(OSSL_PARAM_BLD_to_param) each(OSSL_PARAM_construct_end) each(OSSL_PARAM_construct_octet_string)                         \
    each(OSSL_PARAM_construct_utf8_string) each(OSSL_PARAM_free) each(PEM_read_bio_PrivateKey) each(PEM_write_bio_PKCS8PrivateKey)

#define LIBCRYPTO_POINTER(name) __typeof__(&name) name;
static struct { LIBCRYPTO_FUNCTIONS(LIBCRYPTO_POINTER) } lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *fault;

static void open_library(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (!library) { fault = strdup(dlerror()); return; }
#define LIBCRYPTO_FIND(name) if (!(lib.name = dlsym(library, #name))) { fault = strdup(dlerror()); return; }
    LIBCRYPTO_FUNCTIONS(LIBCRYPTO_FIND)
    // As libcurl.c says.
    int (*init)(uint64_t, const OPENSSL_INIT_SETTINGS *) = dlsym(library, "OPENSSL_init_crypto");
    if (init) init(OPENSSL_INIT_NO_ATEXIT, NULL);
}

const char *libcrypto_open(void) {
    pthread_once(&once, open_library);
    return fault;
}

void libcrypto_key_free(libcrypto_key *key) { lib.EVP_PKEY_free(key); }

static EVP_PKEY *public_key(const char *kind, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = lib.EVP_PKEY_CTX_new_from_name(NULL, kind, NULL);
    if (context && lib.EVP_PKEY_fromdata_init(context) == 1) {
        if (lib.EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) { key = NULL; }
    }
    lib.EVP_PKEY_CTX_free(context);
    lib.ERR_clear_error();
    return key;
}

libcrypto_key *libcrypto_p256(const uint8_t *point, size_t size) {
    OSSL_PARAM parameters[] = {
        lib.OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0),
        lib.OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, size),
        lib.OSSL_PARAM_construct_end(),
    };
    return size == 65 && point[0] == 4 ? public_key("EC", parameters) : NULL;
}

libcrypto_key *libcrypto_p256_make(void) { return lib.EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256"); }

libcrypto_key *libcrypto_rsa(const uint8_t *n, size_t n_size, const uint8_t *e, size_t e_size) {
    if (n_size > 2048 || e_size > 2048) { return NULL; }
    EVP_PKEY *key = NULL;
    BIGNUM *modulus = lib.BN_bin2bn(n, (int)n_size, NULL), *exponent = lib.BN_bin2bn(e, (int)e_size, NULL);
    OSSL_PARAM_BLD *builder = lib.OSSL_PARAM_BLD_new();
    if (modulus && exponent && builder && lib.OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1
        && lib.OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1) {
        OSSL_PARAM *parameters = lib.OSSL_PARAM_BLD_to_param(builder);
        if (parameters) { key = public_key("RSA", parameters); }
        lib.OSSL_PARAM_free(parameters);
    }
    lib.OSSL_PARAM_BLD_free(builder);
    lib.BN_free(modulus);
    lib.BN_free(exponent);
    return key;
}

libcrypto_key *libcrypto_rsa_make(unsigned bits) { return lib.EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)bits); }

libcrypto_key *libcrypto_ed25519(const uint8_t *bytes, size_t size) {
    return lib.EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, bytes, size);
}

// The library asks for a password on the terminal if nothing else does.
static int no_password(char *password, int room, int is_written, void *context) { return -1; }

libcrypto_key *libcrypto_key_read(const char *pem, size_t size) {
    BIO *text = size <= INT_MAX ? lib.BIO_new_mem_buf(pem, (int)size) : NULL;
    EVP_PKEY *key = text ? lib.PEM_read_bio_PrivateKey(text, NULL, no_password, NULL) : NULL;
    lib.BIO_free(text);
    lib.ERR_clear_error();
    return key;
}

size_t libcrypto_key_write(libcrypto_key *key, char *pem, size_t room) {
    size_t size = 0;
    char *bytes;
    BIO *text = lib.BIO_new(lib.BIO_s_mem());
    if (text && lib.PEM_write_bio_PKCS8PrivateKey(text, key, NULL, NULL, 0, NULL, NULL) == 1) {
        size = (size_t)lib.BIO_ctrl(text, BIO_CTRL_INFO, 0, &bytes);
        if (size > room) { size = 0; }
        memcpy(pem, bytes, size);
    }
    lib.BIO_free(text);
    return size;
}

int libcrypto_key_bits(const libcrypto_key *key) { return lib.EVP_PKEY_get_bits(key); }
int libcrypto_key_is(const libcrypto_key *key, const char *name) { return lib.EVP_PKEY_is_a(key, name); }

size_t libcrypto_point(const libcrypto_key *key, uint8_t *point, size_t room) {
    size_t size = 0;
    return lib.EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, room, &size) == 1 ? size : 0;
}

size_t libcrypto_number(const libcrypto_key *key, const char *name, uint8_t *number, size_t room) {
    size_t size = 0;
    BIGNUM *found = NULL;
    if (lib.EVP_PKEY_get_bn_param(key, name, &found) == 1 && (size_t)(lib.BN_num_bits(found) + 7) / 8 <= room) {
        size = (size_t)lib.BN_bn2bin(found, number);
    }
    lib.BN_free(found);
    return size;
}

static const char *digest(libcrypto_scheme scheme) { return scheme == libcrypto_no_digest ? NULL : "SHA256"; }

// The salt is as long as the hash (RFC 7518, section 3.5).
static int pad(EVP_PKEY_CTX *context, libcrypto_scheme scheme) {
    return scheme != libcrypto_sha256_pss
        || (lib.EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
            && lib.EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1);
}

size_t libcrypto_sign(
    libcrypto_key *key, libcrypto_scheme scheme, const uint8_t *message, size_t size, uint8_t *signature, size_t room) {
    EVP_PKEY_CTX *options;
    EVP_MD_CTX *context = lib.EVP_MD_CTX_new();
    int is_signed = context
        && lib.EVP_DigestSignInit_ex(context, &options, digest(scheme), NULL, NULL, key, NULL) == 1
        && pad(options, scheme) && lib.EVP_DigestSign(context, signature, &room, message, size) == 1;
    lib.EVP_MD_CTX_free(context);
    lib.ERR_clear_error();
    return is_signed ? room : 0;
}

int libcrypto_verify(
    libcrypto_key *key, libcrypto_scheme scheme, const uint8_t *message, size_t size, const uint8_t *signature,
    size_t signature_size) {
    EVP_PKEY_CTX *options;
    EVP_MD_CTX *context = lib.EVP_MD_CTX_new();
    int is_right = context
        && lib.EVP_DigestVerifyInit_ex(context, &options, digest(scheme), NULL, NULL, key, NULL) == 1
        && pad(options, scheme) && lib.EVP_DigestVerify(context, signature, signature_size, message, size) == 1;
    lib.EVP_MD_CTX_free(context);
    lib.ERR_clear_error();
    return is_right;
}

size_t libcrypto_derive(libcrypto_key *own, libcrypto_key *other, uint8_t *secret, size_t room) {
    EVP_PKEY_CTX *context = lib.EVP_PKEY_CTX_new(own, NULL);
    int is_derived = context && lib.EVP_PKEY_derive_init(context) == 1 && lib.EVP_PKEY_derive_set_peer(context, other) == 1
        && lib.EVP_PKEY_derive(context, secret, &room) == 1;
    lib.EVP_PKEY_CTX_free(context);
    lib.ERR_clear_error();
    return is_derived ? room : 0;
}

int libcrypto_hkdf(
    const uint8_t *secret, size_t secret_size, const uint8_t *salt, size_t salt_size, const uint8_t *info, size_t info_size,
    uint8_t *key, size_t size) {
    EVP_KDF *function = lib.EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = function ? lib.EVP_KDF_CTX_new(function) : NULL;
    OSSL_PARAM parameters[] = {
        lib.OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 0),
        lib.OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_size),
        lib.OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_size),
        lib.OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_size),
        lib.OSSL_PARAM_construct_end(),
    };
    int is_derived = context && lib.EVP_KDF_derive(context, key, size, parameters) == 1;
    lib.EVP_KDF_CTX_free(context);
    lib.EVP_KDF_free(function);
    lib.ERR_clear_error();
    return is_derived;
}

int libcrypto_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *text, size_t size, uint8_t *sealed) {
    int written, rest;
    EVP_CIPHER_CTX *context = size <= INT_MAX ? lib.EVP_CIPHER_CTX_new() : NULL;
    int is_sealed = context && lib.EVP_EncryptInit_ex(context, lib.EVP_aes_128_gcm(), NULL, key, nonce) == 1
        && lib.EVP_EncryptUpdate(context, sealed, &written, text, (int)size) == 1
        && lib.EVP_EncryptFinal_ex(context, sealed + written, &rest) == 1
        && lib.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, sealed + size) == 1;
    lib.EVP_CIPHER_CTX_free(context);
    lib.ERR_clear_error();
    return is_sealed;
}
