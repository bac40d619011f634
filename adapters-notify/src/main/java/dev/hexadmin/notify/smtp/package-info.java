/** E-mail through a mail server (RFC 5321). */
package dev.hexadmin.notify.smtp;
