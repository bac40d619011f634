/** Records of registered models: statements built from the registry, streamed from the result set. */
package dev.hexadmin.persistence.records;
