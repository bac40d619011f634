/** Where records are stored. */
package dev.hexadmin.application.records.port;
