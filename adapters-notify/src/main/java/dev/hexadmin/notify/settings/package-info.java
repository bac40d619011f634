/** Reading the settings of a provider. */
package dev.hexadmin.notify.settings;
