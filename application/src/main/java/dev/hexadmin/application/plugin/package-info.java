/**
 * The contract for plugins, which bring models, rules, actions, endpoints, widgets and providers together. It changes by
 * version only: additions in a minor one, anything else in a major one. Capabilities do not depend on it.
 */
package dev.hexadmin.application.plugin;
