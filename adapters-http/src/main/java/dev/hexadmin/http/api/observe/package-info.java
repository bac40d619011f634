/** Health and metrics, for whoever runs the server. */
package dev.hexadmin.http.api.observe;
