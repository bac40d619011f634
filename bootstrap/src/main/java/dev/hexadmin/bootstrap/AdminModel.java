package dev.hexadmin.bootstrap;

import dev.hexadmin.domain.models.Exposure;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record that describes a model: one component for each field, in order.
 *
 * <pre>{@code
 * @AdminModel(name = "products", display = "{name}", ordering = "-created_at")
 * public record Product(
 *         @PrimaryKey long id,
 *         @AdminField(maxLength = 120) String name,
 *         @AdminField(precision = 10, scale = 2, minimum = "0") BigDecimal price,
 *         Optional<String> description,
 *         Status status,
 *         Category category,
 *         List<Tag> tags,
 *         @AdminField(defaultValue = "now", readOnly = true) Instant createdAt) {}
 * }</pre>
 *
 * <p>A component's Java type gives the field's type: {@code String} string; {@code long}, {@code int}, {@code short}
 * integer; {@code BigDecimal} decimal; {@code double}, {@code float} float; {@code boolean} boolean; {@code LocalDate}
 * date; {@code LocalTime} time; {@code Instant} datetime; {@code UUID} uuid; an enum an enum with its names in lower
 * case; {@code byte[]} binary; another annotated record a reference, and a {@code List} of them many-to-many. Names
 * become snake_case, a reference's with {@code _id} at the end. A field is required unless it is {@code Optional},
 * {@code @Nullable}, a list, a key, read-only, or has a default.
 *
 * <p>Texts for users, which are label, plural label, help, group of the sidebar and labels of values, are keys of {@link
 * Hexadmin.Builder#texts} when they are in braces: {@code @AdminModel(label = "{product}")}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface AdminModel {
    /** The model's name; empty: the record's name in snake_case. */
    String name() default "";

    /** The table's name; empty: the model's. */
    String table() default "";

    /** The singular name for users; empty: derived from the name. */
    String label() default "";

    /** The plural name for users; empty: derived from the label. */
    String labelPlural() default "";

    /** A sentence for users about the model; empty: none. */
    String help() default "";

    /**
     * The display name of a record, with {@code {field}} placeholders; empty: a common field such as {@code name}, or
     * the key.
     */
    String display() default "";

    /** Groups of fields that no two records share, each as {@code "a, b"}. */
    String[] uniqueTogether() default {};

    /**
     * Models whose records are shown and saved with their parent, a record of this model. A child with several
     * references to this model needs a {@link dev.hexadmin.domain.models.ModelDefinition.Builder#inline builder}.
     */
    String[] inlines() default {};

    /** The columns of a list; empty: the first eight fields except long texts. */
    String[] listDisplay() default {};

    /** The fields that {@code q} searches; {@code relation__field} reaches through a reference. */
    String[] searchFields() default {};

    /** Fields offered as filters. */
    String[] listFilter() default {};

    /** Default order, such as {@code "-created_at"}. */
    String[] ordering() default {};

    /** Records on a page, 1 to 200. */
    int pageSize() default 20;

    /** Group in the sidebar; empty: none. */
    String navGroup() default "";

    /** Position in the sidebar. */
    int navOrder() default 0;

    /** The name of the icon beside the model's name, such as {@code cart}; empty: one that suits the name. */
    String icon() default "";

    /** The routers that serve the model. */
    Exposure exposure() default Exposure.EVERYWHERE;

    /** Whether changes need {@code If-Match}. */
    boolean requireIfMatch() default false;

    /** Whether users who may view a record read and write comments on it. */
    boolean comments() default false;

    /** The feature flag that must be on for the model to exist; empty: none. */
    String feature() default "";
}
