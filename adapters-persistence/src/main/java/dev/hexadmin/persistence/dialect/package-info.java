/** What every kind of database says about records: how columns hold values, and the parts of statements that differ. */
package dev.hexadmin.persistence.dialect;
