/** What an audit row holds about a change. */
package dev.hexadmin.domain.audit;
