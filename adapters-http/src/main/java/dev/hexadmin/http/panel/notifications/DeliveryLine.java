package dev.hexadmin.http.panel.notifications;

/**
 * A message to one recipient on one channel.
 *
 * @param href its page
 * @param at when it was accepted; of a failed message, when it failed
 * @param retry whether the user may retry it
 */
public record DeliveryLine(
        String id,
        String href,
        Tabs.Moment at,
        DeliveryRecipient recipient,
        DeliveryRoute route,
        DeliveryState state,
        boolean retry) {

    /**
     * The recipient.
     *
     * @param user by name where the reader may view it
     */
    public record DeliveryRecipient(String user, String address) {}

    /** The channel, and the provider that sent the message. */
    public record DeliveryRoute(String channel, String provider) {}

    /**
     * The state of the delivery.
     *
     * @param kind the class of the status's badge
     */
    public record DeliveryState(String status, String kind, String attempts, String error) {}
}
