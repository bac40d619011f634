package dev.hexadmin.http.panel.notifications;

import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.OneTimeForms;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The form for a message.
 *
 * @param errors by field: {@code users others channels template title message}
 * @param sentence the error message, or {@code ""}
 */
public record ComposeForm(
        Frame frame,
        Tabs tabs,
        RecipientFields recipients,
        List<Choice> channels,
        MessageFields content,
        Map<String, String> errors,
        String sentence,
        Optional<MessagePreview> preview) {

    /** As {@link OneTimeForms} takes it. */
    public String key() {
        return OneTimeForms.newKey();
    }

    /** A user, a channel or a template to choose. */
    public record Choice(String value, String label, boolean chosen) {}

    /**
     * The recipients.
     *
     * @param usersShown whether the caller may view users
     * @param users to choose from, the chosen ones first
     * @param others recipients that are no users of this installation, one a line
     * @param addresses the names of the kinds of addresses
     */
    public record RecipientFields(
            boolean usersShown, List<Choice> users, String find, String others, List<String> addresses) {
        /** Whether there may be more users than are shown. */
        public boolean cut() {
            return users.size() >= ComposePages.USERS_SHOWN;
        }
    }

    /** The template and the texts. */
    public record MessageFields(List<Choice> templates, String title, String message, List<Placeholder> placeholders) {}

    /** A placeholder of the chosen template. */
    public record Placeholder(String name, String field, String value, String error) {}

    /**
     * The message as it would be sent.
     *
     * @param texts of each channel, by its label
     */
    public record MessagePreview(String title, Map<String, String> texts, List<PreviewedRecipient> recipients) {}

    /** A recipient, with a badge for each channel. */
    public record PreviewedRecipient(String name, List<ChannelBadge> channels) {}

    /**
     * Whether a channel would be used for a recipient.
     *
     * @param kind of the badge
     */
    public record ChannelBadge(String channel, String status, String kind) {}

    /** The error of a field, or {@code ""}. */
    public String error(String field) {
        return errors.getOrDefault(field, "");
    }
}
