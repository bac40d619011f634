/** How actions run. */
package dev.hexadmin.application.actions.internal;
