package dev.hexadmin.application.views.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.views.ManagingSavedViews.Draft;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks the content of views against the model and the rights of their user. Thread-safe. */
final class SavedViewDrafts {
    private static final int MAX_NAME_LENGTH = 80;
    private static final int MAX_QUERY_LENGTH = 8_000;
    private static final int MAX_ROLES = 100;
    private static final Set<String> NOT_KEPT = Set.of(
            ListParameter.PAGE.word(),
            ListParameter.CURSOR.word(),
            ListParameter.COUNT.word(),
            ListParameter.FIELDS.word(),
            ListParameter.EXPAND.word());

    private final ModelRegistry registry;
    private final BrowsingRecords browsing;

    SavedViewDrafts(ModelRegistry registry, BrowsingRecords browsing) {
        this.registry = registry;
        this.browsing = browsing;
    }

    /** The draft as it is stored; all errors are reported together. */
    Draft check(Actor actor, Draft draft) {
        Optional<Model> named = registry.model(draft.model());
        if (named.isEmpty()) {
            throw RequestRejectedException.invalid(
                    List.of(Violation.at("model", "unknown_model", "There is no model of this name.")));
        }
        Model model = named.get();
        if (!actor.rights().allows(Action.VIEW, model)) {
            throw RequestRejectedException.missingRight(Action.VIEW, model.name());
        }
        List<Violation> violations = new ArrayList<>();
        String name = draft.name().strip();
        if (!VisibleText.isIn(name)) {
            violations.add(Violation.at("name", "required", "This field is required."));
        } else if (name.codePointCount(0, name.length()) > MAX_NAME_LENGTH) {
            violations.add(Violation.at(
                    "name",
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                            .with("limit", MAX_NAME_LENGTH)));
        } else if (name.codePoints()
                .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE)) {
            violations.add(Violation.at("name", "characters", "Control characters are not allowed."));
        }
        query(actor, model, draft, violations);
        columns(actor, model, draft.columns(), violations);
        if (draft.sharedWith().size() > MAX_ROLES) {
            violations.add(Violation.at(
                    "shared_with",
                    "too_many",
                    Message.of("{limit, plural, one {At most # role is allowed.} other {At most # roles are allowed.}}")
                            .with("limit", MAX_ROLES)));
        }
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
        return new Draft(
                draft.model(),
                name,
                draft.query(),
                draft.columns(),
                draft.density(),
                draft.sharedWith(),
                draft.isDefault());
    }

    private void query(Actor actor, Model model, Draft draft, List<Violation> violations) {
        draft.query().keySet().stream()
                .filter(NOT_KEPT::contains)
                .sorted()
                .map(name -> Violation.at(
                        "query",
                        "unknown_parameter",
                        Message.of("A view does not keep ''{name}''.").with("name", name)))
                .forEach(violations::add);
        if (draft.query().entrySet().stream()
                        .mapToInt(one -> one.getKey().length() + one.getValue().length())
                        .sum()
                > MAX_QUERY_LENGTH) {
            violations.add(Violation.at(
                    "query",
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                            .with("limit", MAX_QUERY_LENGTH)));
        }
        if (!violations.isEmpty()) {
            return;
        }
        try {
            browsing.check(actor, ListRequest.of(model, draft.query()));
        } catch (RequestRejectedException e) {
            List<Violation> named = e.violations().stream()
                    .map(one -> Violation.at(
                            "query",
                            one.code(),
                            Message.of("{parameter}: {reason}")
                                    .with("parameter", one.pointer().substring(1))
                                    .with("reason", one.text())))
                    .toList();
            if (e.category() == Category.FORBIDDEN) {
                throw RequestRejectedException.forbidden("field_forbidden", e.text(), named);
            }
            violations.addAll(named);
        }
    }

    private static void columns(Actor actor, Model model, List<String> columns, List<Violation> violations) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i);
            Optional<FieldDefinition> field = model.field(name).filter(one -> !one.writeOnly());
            if (field.isEmpty()) {
                violations.add(new Violation("/columns/" + i, "unknown_field", "There is no such field to show."));
            } else if (!actor.rights().allows(Action.VIEW, model, field.get())) {
                violations.add(new Violation(
                        "/columns/" + i,
                        "hidden",
                        Message.of("You may not view ''{name}''.").with("name", name)));
            } else if (!seen.add(name)) {
                violations.add(new Violation(
                        "/columns/" + i,
                        "repeated",
                        Message.of("''{name}'' is named twice.").with("name", name)));
            }
        }
    }
}
