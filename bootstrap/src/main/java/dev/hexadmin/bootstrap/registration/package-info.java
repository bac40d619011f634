/** Models from annotated records. */
package dev.hexadmin.bootstrap.registration;
