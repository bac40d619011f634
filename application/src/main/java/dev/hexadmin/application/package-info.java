/** Refusals that every capability shares. */
package dev.hexadmin.application;
