package dev.hexadmin.application.spi;

/**
 * A picture in the HTML of an e-mail, which names it as {@code cid:} and its name (RFC 2392).
 *
 * @param name letters
 * @param mediaType such as {@code image/png}
 * @since 0.1
 */
public record EmailImage(String name, String mediaType, byte[] content) {}
