/** How imports are done. */
package dev.hexadmin.application.transfer.internal;
