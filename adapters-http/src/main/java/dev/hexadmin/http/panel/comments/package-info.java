/** The comments on a record: beside its values, and on a page of their own. */
package dev.hexadmin.http.panel.comments;
