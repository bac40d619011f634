/**
 * Passkeys: the sites at which they are valid, and the verification of authenticators' responses (Web Authentication).
 */
package dev.hexadmin.http.webauthn;
