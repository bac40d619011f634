/** The pages of the audit log. */
package dev.hexadmin.http.panel.audit;
