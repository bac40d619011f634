/** JSON endpoints that an application adds to its models. */
package dev.hexadmin.application.endpoints;
