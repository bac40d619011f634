/** Importing files of records: upload, check, import in one transaction. */
package dev.hexadmin.application.transfer;
