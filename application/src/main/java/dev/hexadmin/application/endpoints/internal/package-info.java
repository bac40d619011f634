/** The execution of endpoints. */
package dev.hexadmin.application.endpoints.internal;
