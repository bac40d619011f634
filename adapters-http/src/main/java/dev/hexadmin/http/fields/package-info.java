/** How the values of each type of field are shown to people and described to programs. */
package dev.hexadmin.http.fields;
