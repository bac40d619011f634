/** Work on one connection: sessions, transactions, the tables that statements name, and why statements fail. */
package dev.hexadmin.persistence.session;
