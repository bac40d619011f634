/** Finding records. */
package dev.hexadmin.application.search;
