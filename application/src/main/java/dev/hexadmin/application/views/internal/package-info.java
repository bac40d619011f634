/** The implementation of saved views. */
package dev.hexadmin.application.views.internal;
