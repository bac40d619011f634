/** The implementation of uploaded files. */
package dev.hexadmin.application.files.internal;
