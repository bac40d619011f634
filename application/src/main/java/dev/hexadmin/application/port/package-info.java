/** What every capability needs. */
package dev.hexadmin.application.port;
