/** The appearance that an operator chooses: name, mark, icon, colour and style sheet, with the checks of their files. */
package dev.hexadmin.http.branding;
