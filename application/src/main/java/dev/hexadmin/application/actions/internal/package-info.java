/** The execution of actions. */
package dev.hexadmin.application.actions.internal;
