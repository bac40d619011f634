/**
 * Providers of OpenID Connect: metadata, keys, codes and ID tokens. Like {@code http.webauthn}, it is called by the
 * application instead of calling it.
 */
package dev.hexadmin.http.openid;
