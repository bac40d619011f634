/** What the persistence adapter is configured with, and what is wrong with it. */
package dev.hexadmin.persistence.settings;
