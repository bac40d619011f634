/** Actions on records over JSON. */
package dev.hexadmin.http.api.actions;
