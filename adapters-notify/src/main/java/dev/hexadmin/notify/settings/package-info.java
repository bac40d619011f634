/** Parsing of provider settings. */
package dev.hexadmin.notify.settings;
