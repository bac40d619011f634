/** The implementation of comments. */
package dev.hexadmin.application.comments.internal;
