package dev.hexadmin.domain.notifications;

/**
 * Where a message goes.
 *
 * @param address empty where the channel needs none and where none is known
 */
public record Destination(Addressee user, Channel channel, String address) {}
