/** Files of records: their formats, and what has become of one that is imported. */
package dev.hexadmin.domain.transfer;
