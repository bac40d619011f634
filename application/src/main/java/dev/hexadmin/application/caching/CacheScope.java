package dev.hexadmin.application.caching;

import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Determines which actors share cached pages. Thread-safe.
 *
 * <p>Rights decide which pages, fields and buttons an actor sees; row policies and hooks decide which records. An actor
 * who is restricted by a row policy or a hook does not share pages with other users.
 */
public final class CacheScope {
    private static final int MAX_USERS = 10_000;

    private final String build;
    private final RowPolicies policies;
    private final Map<String, RecordHooks> hooks;
    private final ConcurrentHashMap<UserId, RenderedRights> told = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Model, List<Model>> around = new ConcurrentHashMap<>();

    private record RenderedRights(Rights rights, String text) {}

    /**
     * @param build identifies the version and the models: with another value, the same request may produce another page
     * @param hooks by model name
     */
    public CacheScope(String build, RowPolicies policies, Map<String, RecordHooks> hooks) {
        this.build = digest(build);
        this.policies = policies;
        this.hooks = Map.copyOf(hooks);
    }

    /** The cache key of a page for this actor: the key reveals nothing about the rights. */
    String page(Actor.SignedIn actor, Model model, String address) {
        StringBuilder text = new StringBuilder(512)
                .append(build)
                .append('\n')
                .append(address.length()) // separates the address from the rights
                .append(' ')
                .append(address)
                .append('\n')
                .append(rights(actor));
        int shared = text.length();
        for (Model shown : around.computeIfAbsent(model, CacheScope::around)) {
            if (actor.rights().allows(Action.VIEW, shown)) {
                Condition bound = bound(actor, shown);
                if (!bound.equals(Condition.always())) {
                    text.append('\n').append(shown.name()).append(' ');
                    write(bound, text);
                }
            }
        }
        if (text.length() > shared) {
            text.append('\n').append(actor.id().value());
        }
        return digest(text);
    }

    private Condition bound(Actor.SignedIn actor, Model model) {
        @Nullable RecordHooks own = hooks.get(model.name());
        Condition policy = policies.condition(actor, model, Action.VIEW);
        return own == null ? policy : policy.and(own.rowPolicy(actor));
    }

    /** All models whose data can appear on a page of this model's records. */
    private static List<Model> around(Model model) {
        Set<Model> found = new LinkedHashSet<>();
        ArrayDeque<Model> next = new ArrayDeque<>(List.of(model));
        while (!next.isEmpty()) {
            Model one = next.poll();
            if (found.add(one)) {
                one.fields().stream()
                        .filter(field -> field.reference().isPresent())
                        .map((FieldDefinition field) -> one.target(field))
                        .forEach(next::add);
                one.inbound().stream().map(Model.Inbound::model).forEach(next::add);
            }
        }
        return List.copyOf(found);
    }

    @SuppressWarnings("ReferenceEquality") // a user's rights are the same object until they change
    private String rights(Actor.SignedIn actor) {
        @Nullable RenderedRights known = told.get(actor.id());
        if (known != null && known.rights() == actor.rights()) {
            return known.text();
        }
        if (told.size() >= MAX_USERS) {
            told.clear();
        }
        String text = text(actor.rights());
        told.put(actor.id(), new RenderedRights(actor.rights(), text));
        return text;
    }

    /** A canonical text of the rights, equal on every server regardless of the iteration order of sets. */
    static String text(Rights rights) {
        return rights.superuser()
                ? "all"
                : rights.grants().stream().map(CacheScope::text).sorted().collect(Collectors.joining("\n"));
    }

    private static String text(Grant grant) {
        Map<String, String> fields = new TreeMap<>();
        grant.fields().forEach((field, left) -> fields.put(field, words(left)));
        return grant.model()
                + words(grant.actions())
                + fields
                + grant.except().stream().sorted().toList()
                + grant.policy().map(policy -> "where " + policy).orElse("");
    }

    private static String words(Set<Action> actions) {
        return actions.stream().sorted().map(Action::word).toList().toString();
    }

    private static void write(Condition condition, StringBuilder out) {
        switch (condition) {
            case Condition.All(List<Condition> parts) -> write("all", parts, out);
            case Condition.Any(List<Condition> parts) -> write("any", parts, out);
            case Condition.Not(Condition part) -> write("not", List.of(part), out);
            case Condition.Compare compare ->
                out.append(compare.path().text())
                        .append(' ')
                        .append(compare.lookup())
                        .append(' ')
                        .append(compare.values());
            case Condition.Matches(var paths, var words) -> {
                paths.forEach(path -> out.append(path.text()).append(' '));
                out.append(words);
            }
        }
    }

    private static void write(String word, List<Condition> parts, StringBuilder out) {
        out.append(word).append('(');
        parts.forEach(part -> {
            write(part, out);
            out.append(';');
        });
        out.append(')');
    }

    private static String digest(CharSequence text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
