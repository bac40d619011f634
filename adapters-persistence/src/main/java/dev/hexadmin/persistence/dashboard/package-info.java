/** The layouts of dashboards in the database. */
package dev.hexadmin.persistence.dashboard;
