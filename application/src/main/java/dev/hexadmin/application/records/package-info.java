/** Looking at records and changing them. */
package dev.hexadmin.application.records;
