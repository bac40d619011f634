/** How endpoints are called. */
package dev.hexadmin.application.endpoints.internal;
