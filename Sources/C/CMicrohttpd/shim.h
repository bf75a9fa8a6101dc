#pragma once
#include <arpa/inet.h>
#include <dlfcn.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// libmicrohttpd's calls are variadic, which Swift cannot make; and it would decode the path before anyone sees it.

static inline size_t peer_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

typedef void *(*PeerTargetCallback)(void *context, const char *target, struct MHD_Connection *connection);

static inline struct MHD_Daemon *peer_start(
    uint16_t port, const char *certificate, const char *key, const char *priorities, PeerTargetCallback target,
    MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed, void *context) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(priorities ? priorities : "NORMAL")},
        {MHD_OPTION_END, 0, 0}};
    struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, 0}};
    if (certificate) flags |= MHD_USE_TLS;
    return MHD_start_daemon(
        flags, port, 0, 0, access, context,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
        MHD_OPTION_URI_LOG_CALLBACK, target, context,
        MHD_OPTION_UNESCAPE_CALLBACK, peer_keep_escapes, (void *)0,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_ARRAY, certificate ? secure : plain,
        MHD_OPTION_END);
}

static inline uint16_t peer_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

// Stops listening; connections go on.
static inline void peer_quiesce(struct MHD_Daemon *daemon) {
    MHD_socket listener = MHD_quiesce_daemon(daemon);
    if (listener != MHD_INVALID_SOCKET) close(listener);
}

// Writes bytes past libmicrohttpd, through its TLS session if there is one. GnuTLS is in the process because
// libmicrohttpd brings it; looking the one call up spares a dependency that nothing else needs.
static inline void peer_send_raw(struct MHD_Connection *connection, const uint8_t *bytes, size_t count) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    if (info && info->tls_session) {
        ssize_t (*send_record)(void *, const void *, size_t) =
            (ssize_t(*)(void *, const void *, size_t))dlsym((void *)0, "gnutls_record_send");
        if (send_record) send_record(info->tls_session, bytes, count);
        return;
    }
    info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info) send(info->connect_fd, bytes, count, MSG_NOSIGNAL);
}
