/** The implementation of sign-in and accounts. */
package dev.hexadmin.application.identity.internal;
