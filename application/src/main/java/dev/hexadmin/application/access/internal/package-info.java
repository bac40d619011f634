/** The implementation of roles and rights. */
package dev.hexadmin.application.access.internal;
