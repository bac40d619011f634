/** What fields hold: one class for each type of field, with everything that is known of it. */
package dev.hexadmin.domain.models.type;
