/** The driven ports of records. */
package dev.hexadmin.application.records.port;
