/** The embedding API. */
package dev.hexadmin.bootstrap;
