/** The search over all models, and the ranking of its results. */
package dev.hexadmin.application.search.internal;
