/** What is written down about every change. */
package dev.hexadmin.domain.audit;
