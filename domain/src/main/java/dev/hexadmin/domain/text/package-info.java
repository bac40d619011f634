/** Texts for users: messages with arguments, labels, languages. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.domain.text;
