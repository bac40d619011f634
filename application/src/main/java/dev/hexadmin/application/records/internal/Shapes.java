package dev.hexadmin.application.records.internal;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Creates and caches shapes: equal shapes are one object, so that cached statements and writers are found by identity.
 * Thread-safe.
 */
public final class Shapes {
    private static final int MAX_SHAPES = 4_096;

    private final Map<Shape, Shape> kept = new ConcurrentHashMap<>();
    private final Map<Model, Shape> full = new ConcurrentHashMap<>();
    private final Map<Model, Shape> keys = new ConcurrentHashMap<>();

    /** Every field of the model that the actor may view. */
    Shape visible(Actor actor, Model model) {
        Shape all = whole(model);
        if (actor.rights().superuser()) {
            return all;
        }
        @Nullable List<FieldDefinition> some = null;
        for (int i = 0; i < all.fields().size(); i++) {
            FieldDefinition field = all.fields().get(i);
            boolean allowed = actor.rights().allows(Action.VIEW, model, field);
            if (!allowed && some == null) {
                some = new ArrayList<>(all.fields().subList(0, i));
            } else if (allowed && some != null) {
                some.add(field);
            }
        }
        return some == null ? all : keep(new Shape(model, some, Map.of()));
    }

    /** Only the primary key. */
    Shape key(Model model) {
        @Nullable Shape known = keys.get(model);
        if (known != null) {
            return known;
        }
        Shape key = keep(new Shape(model, model.key(), Map.of()));
        keys.put(model, key);
        return key;
    }

    /** The cached shape that equals this one. */
    Shape keep(Shape shape) {
        @Nullable Shape known = kept.get(shape);
        if (known != null) {
            return known;
        }
        if (kept.size() >= MAX_SHAPES) {
            kept.clear(); // shapes that are still used are added again
        }
        @Nullable Shape raced = kept.putIfAbsent(shape, shape);
        return raced == null ? shape : raced;
    }

    private Shape whole(Model model) {
        @Nullable Shape known = full.get(model);
        if (known != null) {
            return known;
        }
        Shape whole = keep(Shape.full(model));
        full.put(model, whole);
        return whole;
    }
}
