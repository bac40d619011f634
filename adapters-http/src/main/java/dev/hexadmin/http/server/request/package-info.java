/** The request as handlers see it: headers, cookies, forms, uploads. */
package dev.hexadmin.http.server.request;
