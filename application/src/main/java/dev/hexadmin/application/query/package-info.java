/** The list language: which parameters there are, and what a list asks for. */
package dev.hexadmin.application.query;
