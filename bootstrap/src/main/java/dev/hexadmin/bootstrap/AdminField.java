package dev.hexadmin.bootstrap;

import dev.hexadmin.domain.models.FieldType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Options of a field of an {@link AdminModel} that its Java type does not tell. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface AdminField {
    /** The field's name; empty: the component's in snake_case. */
    String name() default "";

    /** The column's name; empty: the field's. */
    String column() default "";

    /** The type, at most one, where the Java type allows several: {@code TEXT}, {@code EMAIL}, {@code URL}, {@code JSON} of a {@code String}. */
    FieldType[] type() default {};

    /** What a create that leaves it out stores, as text; {@code now} for the moment of the write. Empty: no default. */
    String defaultValue() default "";

    boolean unique() default false;

    boolean readOnly() default false;

    boolean writeOnly() default false;

    /** In characters; negative: no limit. */
    int minLength() default -1;

    /** In characters, or bytes of {@code byte[]}; negative: no limit. */
    int maxLength() default -1;

    /** Inclusive; empty: no limit. */
    String minimum() default "";

    /** Inclusive; empty: no limit. */
    String maximum() default "";

    /** A regular expression that must be found in the text; empty: none. */
    String pattern() default "";

    /** Decimal digits in all; negative: any. */
    int precision() default -1;

    /** Decimal digits after the point; negative: any. */
    int scale() default -1;

    /** For people; empty: made from the name. */
    String label() default "";

    /** A sentence for people; empty: none. */
    String help() default "";
}
