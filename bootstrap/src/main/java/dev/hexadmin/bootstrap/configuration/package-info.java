/** Every setting: where it is read from, its type, and what is wrong with a value. */
package dev.hexadmin.bootstrap.configuration;
