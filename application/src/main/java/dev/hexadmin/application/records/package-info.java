/** Reading and changing records. */
package dev.hexadmin.application.records;
