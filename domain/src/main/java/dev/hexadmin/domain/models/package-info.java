/** The model registry: definitions, fields, and the values fields hold. */
package dev.hexadmin.domain.models;
