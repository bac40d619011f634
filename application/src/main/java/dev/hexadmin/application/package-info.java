/** Exceptions and values that every capability shares. */
package dev.hexadmin.application;
