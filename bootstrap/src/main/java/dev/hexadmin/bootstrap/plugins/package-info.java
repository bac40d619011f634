/** The modules of the plugins folder, and what is in them: plugins, message providers, the demo. */
package dev.hexadmin.bootstrap.plugins;
