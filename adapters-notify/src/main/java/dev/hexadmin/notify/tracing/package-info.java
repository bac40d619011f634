/** The headers by which a provider continues a trace (W3C Trace Context). */
package dev.hexadmin.notify.tracing;
