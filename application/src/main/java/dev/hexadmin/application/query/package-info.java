/** The list language: its parameters, and the request that they are read into. */
package dev.hexadmin.application.query;
