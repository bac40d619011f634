/** Records of registered models: keys, conditions, queries, and the shape of responses. */
package dev.hexadmin.domain.records;
