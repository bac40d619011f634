/** The driven ports of uploaded files: what is known about them, their content, and the knowledge of formats. */
package dev.hexadmin.application.files.port;
