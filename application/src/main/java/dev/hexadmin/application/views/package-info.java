/** Saved views of lists: a user's own, and those that are shared with roles. */
package dev.hexadmin.application.views;
