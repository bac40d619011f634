/** The implementation of imports. */
package dev.hexadmin.application.transfer.internal;
