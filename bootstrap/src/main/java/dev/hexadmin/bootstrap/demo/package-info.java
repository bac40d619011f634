/** The example shop: its configuration and its data. */
package dev.hexadmin.bootstrap.demo;
