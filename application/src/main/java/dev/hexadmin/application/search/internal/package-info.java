/** Nobody's business but the assembly's. */
package dev.hexadmin.application.search.internal;
