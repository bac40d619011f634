/** Pages of users and roles, and each user's own profile. */
package dev.hexadmin.http.panel.users;
