/** The pages and the cards of plugins in the frame of the panel. */
package dev.hexadmin.http.panel.extensions;
