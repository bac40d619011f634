/** People: users, their credentials and sessions. */
package dev.hexadmin.domain.identity;
