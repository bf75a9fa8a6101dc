#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// What Swift cannot spell: selections are compound macros, and an OSSL_PARAM keeps a pointer to its name, which only a C
// literal outlives.

static inline EVP_PKEY *lanyard_pkey_from_params(const char *type, int selection, OSSL_PARAM *params) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (context == NULL || EVP_PKEY_fromdata_init(context) <= 0 ||
        EVP_PKEY_fromdata(context, &key, selection, params) <= 0) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}

/// A key that holds nothing but the parameters of a curve.
static inline EVP_PKEY *lanyard_ec_parameters(const char *group) {
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
        OSSL_PARAM_construct_end(),
    };
    return lanyard_pkey_from_params("EC", EVP_PKEY_KEY_PARAMETERS, params);
}

/// A key pair from a scalar and the point that belongs to it; `length` is the width of the scalar, at most 66 bytes.
static inline EVP_PKEY *lanyard_ec_key_pair(
    const char *group, const BIGNUM *scalar, size_t length, const unsigned char *point, size_t point_length) {
    unsigned char native[66];
    if (length > sizeof native || BN_bn2nativepad(scalar, native, (int)length) != (int)length) return NULL;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, point_length),
        OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, native, length),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = lanyard_pkey_from_params("EC", EVP_PKEY_KEYPAIR, params);
    OPENSSL_cleanse(native, sizeof native);
    return key;
}

static inline EVP_PKEY *lanyard_rsa_public_key(const BIGNUM *modulus, const BIGNUM *exponent) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *params = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (builder != NULL && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) &&
        (params = OSSL_PARAM_BLD_to_param(builder)) != NULL) {
        key = lanyard_pkey_from_params("RSA", EVP_PKEY_PUBLIC_KEY, params);
    }
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    return key;
}

/// An HMAC context that knows its hash and has no key yet: to be duplicated.
static inline EVP_MAC_CTX *lanyard_hmac_template(const char *hash) {
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)hash, 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = mac == NULL ? NULL : EVP_MAC_CTX_new(mac);
    if (context != NULL && !EVP_MAC_CTX_set_params(context, params)) {
        EVP_MAC_CTX_free(context);
        context = NULL;
    }
    EVP_MAC_free(mac);
    return context;
}
