/** Live notifications: over WebSocket (RFC 6455) and as server-sent events (HTML). */
package dev.hexadmin.http.live;
