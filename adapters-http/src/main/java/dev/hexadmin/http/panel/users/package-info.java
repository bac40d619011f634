/** Pages about people: users, roles, and everybody's own profile. */
package dev.hexadmin.http.panel.users;
