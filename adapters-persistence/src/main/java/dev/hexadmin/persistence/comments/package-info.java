/** Comments on records in the database, and the users whom they name. */
package dev.hexadmin.persistence.comments;
