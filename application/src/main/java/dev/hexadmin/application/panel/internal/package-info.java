/** The execution of what plugins add to the panel. */
package dev.hexadmin.application.panel.internal;
