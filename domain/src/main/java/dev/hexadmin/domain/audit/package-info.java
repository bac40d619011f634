/** The content of audit entries. */
package dev.hexadmin.domain.audit;
