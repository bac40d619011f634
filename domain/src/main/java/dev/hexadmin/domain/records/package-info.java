/** Records of registered models: keys, conditions, lists, and the shape of answers. */
package dev.hexadmin.domain.records;
