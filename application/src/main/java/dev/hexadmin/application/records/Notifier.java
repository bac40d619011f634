package dev.hexadmin.application.records;

import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import java.util.List;

/**
 * Sends messages. Inside a transaction, such as that of a hook, they are stored with its changes, delivered after its commit, and
 * gone after a rollback. Outside of one, a call waits up to ten seconds until each channel has been attempted. Calls have the
 * rights of the program.
 */
public interface Notifier {
    /**
     * Sends to one recipient.
     *
     * @return the delivery, inside a transaction before its first attempt
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} when the message or the recipient is not
     *     valid
     */
    Delivery notify(Recipient recipient, Message message);

    /**
     * Sends to 1..1 000 recipients; to none of them when one is not valid.
     *
     * @return a delivery for each recipient, in their order
     * @throws dev.hexadmin.application.RequestRejectedException with a pointer for each invalid recipient
     */
    List<Delivery> notifyMany(List<Recipient> recipients, Message message);
}
