/** The modules of the plugins folder, and the message providers in them. */
package dev.hexadmin.bootstrap.plugins;
