/** How the values of each type of field are shown on pages and described in schemas. */
package dev.hexadmin.http.fields;
