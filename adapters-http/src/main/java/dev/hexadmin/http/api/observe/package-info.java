/** Health and metrics. */
package dev.hexadmin.http.api.observe;
