package dev.hexadmin.bootstrap;

import dev.hexadmin.domain.models.FieldType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Options of a field of an {@link AdminModel} that cannot be derived from its Java type. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD}) // Kotlin annotates fields, and no components
public @interface AdminField {
    /** The field's name; empty: the component's in snake_case. */
    String name() default "";

    /** The column's name; empty: the field's. */
    String column() default "";

    /** The type, at most one, where the Java type allows several: {@code TEXT}, {@code EMAIL}, {@code URL}, {@code JSON} of a {@code String}. */
    FieldType[] type() default {};

    /**
     * The value that a create without the field stores, as text; {@code now} for the time of the write. Empty: no
     * default.
     */
    String defaultValue() default "";

    boolean unique() default false;

    /** Lists are often ordered or filtered by the field: a managed table gets indexes for both. */
    boolean index() default false;

    boolean readOnly() default false;

    /** The server sets the time of each create and change of a record; clients cannot write it. */
    boolean onUpdateNow() default false;

    boolean writeOnly() default false;

    /** Minimum length in characters; negative: no limit. */
    int minLength() default -1;

    /** Maximum length in characters, or bytes of {@code byte[]}; negative: no limit. */
    int maxLength() default -1;

    /** Minimum, inclusive; empty: no limit. */
    String minimum() default "";

    /** Maximum, inclusive; empty: no limit. */
    String maximum() default "";

    /** A regular expression that must be found in the text; empty: none. */
    String pattern() default "";

    /** Total decimal digits; negative: any number. */
    int precision() default -1;

    /** Decimal digits after the point; negative: any number. */
    int scale() default -1;

    /** The unit of a number, such as {@code kg}; empty: none. */
    String unit() default "";

    /** The currency of an amount, a code of ISO 4217 such as {@code EUR}; empty: none. */
    String currency() default "";

    /** The field of the same record that holds the currency of an amount; empty: none. */
    String currencyField() default "";

    /**
     * The values of an enum, as columns and the API have them. Empty: the names of the constants in lower case. Of a Java
     * enum they are the names of its constants, in capitals where columns have them as other programs write them
     * ({@code @Enumerated(EnumType.STRING)} of JPA); of a {@code String} of the type {@code ENUM} any.
     */
    String[] values() default {};

    /** What values of an enum are called, such as {@code "in_transit: On its way"}; the others are derived from the values. */
    String[] valueLabels() default {};

    /** The colours of an enum's values, such as {@code "paid: blue"}. */
    String[] colours() default {};

    /** The values of an enum that a record goes through one after the other. */
    String[] steps() default {};

    /** The media types of files that a file or image takes, such as {@code image/png}; empty: all. */
    String[] accept() default {};

    /** The maximum size of a file, in bytes; 0: 64 MiB, and 20 MiB for an image. */
    long maxBytes() default 0;

    /** The thumbnails of an image, such as {@code "small: 160x160"}. */
    String[] sizes() default {};

    /** The label for users; empty: derived from the name. */
    String label() default "";

    /** A help sentence for users; empty: none. */
    String help() default "";
}
