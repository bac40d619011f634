/** The search over all models, and the order of its results. */
package dev.hexadmin.application.search.internal;
