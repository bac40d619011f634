/** Request and answer headers that mean the same on every resource. */
package dev.hexadmin.http.server.request;
