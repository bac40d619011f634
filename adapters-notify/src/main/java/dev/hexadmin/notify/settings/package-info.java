/** Reading what a provider is configured with. */
package dev.hexadmin.notify.settings;
