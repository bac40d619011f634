/** The driven ports of the search. */
package dev.hexadmin.application.search.port;
