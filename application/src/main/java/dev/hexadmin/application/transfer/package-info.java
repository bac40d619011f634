/** Bringing files of records into the house: uploaded, looked through, carried out in one transaction. */
package dev.hexadmin.application.transfer;
