/** Who may do what: actions, grants, rights, and the row policy language. */
package dev.hexadmin.domain.access;
