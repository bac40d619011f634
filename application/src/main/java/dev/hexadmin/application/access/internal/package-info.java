/** How roles and rights work. */
package dev.hexadmin.application.access.internal;
