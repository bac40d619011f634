/** What roles and rights need. */
package dev.hexadmin.application.access.port;
