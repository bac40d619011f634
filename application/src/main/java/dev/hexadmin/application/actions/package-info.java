/** Actions on records: custom code that users and clients start, with rights, a form and audit rows. */
package dev.hexadmin.application.actions;
