/** Tables for registered models. */
package dev.hexadmin.persistence.schema;
