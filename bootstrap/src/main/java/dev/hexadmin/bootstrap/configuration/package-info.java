/** Every setting: where it may come from, what it means, and what is wrong with it. */
package dev.hexadmin.bootstrap.configuration;
