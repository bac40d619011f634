/** What texts need from outside. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.application.text.port;
