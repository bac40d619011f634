/** The pages of the audit log. */
package dev.hexadmin.http.admin.audit;
