/** Sign-in and accounts. */
package dev.hexadmin.application.identity;
