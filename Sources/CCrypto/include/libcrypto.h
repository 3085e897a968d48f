#include <stddef.h>
#include <stdint.h>

// OpenSSL's libcrypto 3, which is opened when it is first used: a server without push, sign-on and passkeys never loads it.
// Functions that return a pointer return null, those that return a number 0, where the library refuses.

/// Opens the library, once. Returns null, or why that failed. Call it before anything else.
const char *libcrypto_open(void);

/// A public key, or a pair with its private key.
typedef struct evp_pkey_st libcrypto_key;

void libcrypto_key_free(libcrypto_key *key);

/// A point of P-256: 65 bytes, uncompressed (SEC 1, section 2.3.3). Null if it is not on the curve.
libcrypto_key *libcrypto_p256(const uint8_t *point, size_t size);
libcrypto_key *libcrypto_p256_make(void);
/// Big-endian modulus and exponent.
libcrypto_key *libcrypto_rsa(const uint8_t *n, size_t n_size, const uint8_t *e, size_t e_size);
libcrypto_key *libcrypto_rsa_make(unsigned bits);
/// 32 bytes (RFC 8032).
libcrypto_key *libcrypto_ed25519(const uint8_t *bytes, size_t size);

/// A private key in PKCS #8 or its older forms, without a password.
libcrypto_key *libcrypto_key_read(const char *pem, size_t size);
/// PKCS #8 in PEM; returns its size, which is at most `room`.
size_t libcrypto_key_write(libcrypto_key *key, char *pem, size_t room);

int libcrypto_key_bits(const libcrypto_key *key);
int libcrypto_key_is(const libcrypto_key *key, const char *name);
/// The uncompressed point; returns its size.
size_t libcrypto_point(const libcrypto_key *key, uint8_t *point, size_t room);
/// `n` or `e` of an RSA key, big-endian; returns its size.
size_t libcrypto_number(const libcrypto_key *key, const char *name, uint8_t *number, size_t room);

typedef enum { libcrypto_sha256, libcrypto_sha256_pss, libcrypto_no_digest } libcrypto_scheme;

/// Returns the size of the signature. ECDSA's is in DER.
size_t libcrypto_sign(
    libcrypto_key *key, libcrypto_scheme scheme, const uint8_t *message, size_t size, uint8_t *signature, size_t room);
int libcrypto_verify(
    libcrypto_key *key, libcrypto_scheme scheme, const uint8_t *message, size_t size, const uint8_t *signature,
    size_t signature_size);

/// ECDH; returns the size of the secret, 32.
size_t libcrypto_derive(libcrypto_key *own, libcrypto_key *other, uint8_t *secret, size_t room);
/// HKDF with SHA-256 (RFC 5869).
int libcrypto_hkdf(
    const uint8_t *secret, size_t secret_size, const uint8_t *salt, size_t salt_size, const uint8_t *info, size_t info_size,
    uint8_t *key, size_t size);
/// AES-128-GCM without additional data: a key of 16 bytes, a nonce of 12. `sealed` has room for 16 bytes more, the tag.
int libcrypto_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *text, size_t size, uint8_t *sealed);
