package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.Model;
import java.util.List;

/**
 * The rights of a user by model, with their sources.
 *
 * @param superuserBy the sources of superuser rights; empty for users who are not superusers
 * @param models the models with at least one allowed action, in the order of the registry
 */
public record RightsOverview(List<Source> superuserBy, List<OnModel> models) {
    public RightsOverview {
        superuserBy = List.copyOf(superuserBy);
        models = List.copyOf(models);
    }

    /** The source of a right. */
    public sealed interface Source {
        /** The user's superuser flag. */
        record Flag() implements Source {}

        /** One of the user's roles. */
        record OfRole(long id, String name) implements Source {}

        /** A direct grant to the user. */
        record Direct() implements Source {}
    }

    /** One model. */
    public record OnModel(Model model, List<Allowed> actions) {
        public OnModel {
            actions = List.copyOf(actions);
        }
    }

    /**
     * One action that is allowed on the model.
     *
     * @param from all sources of the action; never empty
     * @param policies the row policies of the action: a record must meet one of them; empty: every record
     * @param withoutFields the fields that it does not cover
     */
    public record Allowed(Action action, List<Source> from, List<String> policies, List<String> withoutFields) {
        public Allowed {
            from = List.copyOf(from);
            policies = List.copyOf(policies);
            withoutFields = List.copyOf(withoutFields);
        }
    }
}
