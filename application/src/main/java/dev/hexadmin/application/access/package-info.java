/** Roles, grants and live rights. */
package dev.hexadmin.application.access;
