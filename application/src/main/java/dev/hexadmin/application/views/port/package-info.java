/** The driven port of saved views. */
package dev.hexadmin.application.views.port;
