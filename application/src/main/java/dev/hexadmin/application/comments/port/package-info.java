/** The driven ports of comments: the stored ones, the users whom they name, and messages about them. */
package dev.hexadmin.application.comments.port;
