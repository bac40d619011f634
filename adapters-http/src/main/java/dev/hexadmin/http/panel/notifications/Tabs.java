package dev.hexadmin.http.panel.notifications;

import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.frame.Panel;
import java.time.Instant;

/**
 * The pages about notifications, each a tab of the others.
 *
 * @param base where they are, with a slash at the end
 * @param at the one that is open: what follows {@code base}
 * @param send whether the page to write a message is shown
 * @param log whether those about deliveries are shown
 * @param messages where all in-app messages are listed, or {@code ""}
 * @param preferences where the preferences of all users are listed, or {@code ""}
 */
public record Tabs(String base, String at, boolean send, boolean log, String messages, String preferences) {

    static Tabs of(Panel panel, Actor actor, String at) {
        Model notifications = model(panel, NotificationModels.NOTIFICATIONS);
        return new Tabs(
                base(panel),
                at,
                actor.rights().allows(Action.CREATE, notifications),
                actor.rights().allows(Action.VIEW, log(panel)),
                list(panel, actor, notifications),
                list(panel, actor, model(panel, NotificationModels.PREFERENCES)));
    }

    private static String list(Panel panel, Actor actor, Model model) {
        return actor.rights().allows(Action.VIEW, model) ? panel.places().list(model) : "";
    }

    private static Model model(Panel panel, String name) {
        return panel.models().model(name).orElseThrow();
    }

    static String base(Panel panel) {
        return panel.places().admin() + "/notifications/";
    }

    /** The model of the delivery log. */
    static Model log(Panel panel) {
        return model(panel, NotificationModels.LOGS);
    }

    /** Where one of them is. */
    public String to(String page) {
        return base + page;
    }

    /**
     * A moment, for people.
     *
     * @param exact as {@code <time datetime>} has it
     */
    public record Moment(String shown, String exact) {
        static Moment of(Instant instant) {
            return new Moment(Formats.moment(instant), instant.toString());
        }
    }
}
