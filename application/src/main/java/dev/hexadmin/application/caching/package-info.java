/** Pages kept for whoever may see the same: what a page depends on, and when it is not to be shown again. */
package dev.hexadmin.application.caching;
