package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.Model;
import java.util.List;

/**
 * What a user may do, model by model, and what gives it to them.
 *
 * @param superuserBy what makes the user pass every check; empty for everybody else
 * @param models those on which something is allowed, in the order of the registry
 */
public record RightsOverview(List<Source> superuserBy, List<OnModel> models) {
    public RightsOverview {
        superuserBy = List.copyOf(superuserBy);
        models = List.copyOf(models);
    }

    /** What gives a right. */
    public sealed interface Source {
        /** The user's own flag. */
        record Flag() implements Source {}

        /** A role that the user has. */
        record OfRole(long id, String name) implements Source {}

        /** A grant to the user, without a role. */
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
     * @param from everything that allows it; never empty
     * @param policies the row policies that bind, taken together: a record has to meet one; empty: every record
     * @param withoutFields the fields it does not cover
     */
    public record Allowed(Action action, List<Source> from, List<String> policies, List<String> withoutFields) {
        public Allowed {
            from = List.copyOf(from);
            policies = List.copyOf(policies);
            withoutFields = List.copyOf(withoutFields);
        }
    }
}
