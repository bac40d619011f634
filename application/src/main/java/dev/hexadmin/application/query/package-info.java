/** The list language: its parameters, and the parsed request. */
package dev.hexadmin.application.query;
