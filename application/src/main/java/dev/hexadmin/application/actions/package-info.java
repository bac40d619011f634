/** Actions on records: code of a program that people and clients start, with rights, a form and an audit trail. */
package dev.hexadmin.application.actions;
