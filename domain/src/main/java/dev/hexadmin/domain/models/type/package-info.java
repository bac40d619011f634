/** The types of field values: one class per type, with all behaviour of the type. */
package dev.hexadmin.domain.models.type;
