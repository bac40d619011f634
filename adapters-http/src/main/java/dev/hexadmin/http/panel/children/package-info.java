/** The tables of child records on the form and the page of their parent. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.http.panel.children;
