/**
 * Providers of OpenID Connect: metadata, keys, codes and ID tokens. The only package of the HTTP adapter that is called by
 * the application instead of calling it.
 */
package dev.hexadmin.http.openid;
