/** Comments on records, and the users whom their texts mention. */
package dev.hexadmin.domain.comments;
