/** Texts for users in their languages. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.application.text;
