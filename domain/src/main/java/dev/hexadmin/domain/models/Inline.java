package dev.hexadmin.domain.models;

import java.util.Optional;

/**
 * Records of another model that are shown, expanded and saved with a record of this model: the lines of an order. {@code
 * Inline.of("order_lines").field("order_id")} makes one.
 *
 * @param model the child model's name
 * @param field the child's reference to this model; needed when it has several
 * @param position the whole number in the child that orders the children of one parent; empty: a field named {@code
 *     position}, if there is one that can be written
 */
public record Inline(String model, Optional<String> field, Optional<String> position) {
    /** The children of a model with one reference to the parent, in the order of a field named {@code position}. */
    public static Inline of(String model) {
        return new Inline(model, Optional.empty(), Optional.empty());
    }

    /** The same children by this reference of theirs. */
    public Inline field(String reference) {
        return new Inline(model, Optional.of(reference), position);
    }

    /** The same children in the order of this whole number of theirs. */
    public Inline position(String number) {
        return new Inline(model, field, Optional.of(number));
    }
}
