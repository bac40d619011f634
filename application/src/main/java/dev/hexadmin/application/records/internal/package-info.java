/** How records are looked at and changed. */
package dev.hexadmin.application.records.internal;
