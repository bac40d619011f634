/** Files of records: their formats, and the state of an import. */
package dev.hexadmin.domain.transfer;
