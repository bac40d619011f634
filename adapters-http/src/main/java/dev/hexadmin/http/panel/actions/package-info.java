/** Actions on records: the form of an action, and the same change to many records. */
package dev.hexadmin.http.panel.actions;
