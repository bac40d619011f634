/** Finding what others bring along: modules in the plugins folder, and the providers of messages in them. */
package dev.hexadmin.bootstrap.plugins;
