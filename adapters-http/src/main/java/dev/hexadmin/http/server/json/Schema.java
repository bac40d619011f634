package dev.hexadmin.http.server.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Adds keywords of JSON Schema 2020-12 to the OpenAPI schema of a response record, beyond its Java type. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Schema {
    /** Of a type: its name in the document; {@code ""}: the class's without {@code Response}. */
    String name() default "";

    /** {@code ""}: none. */
    String description() default "";

    /** {@code ""}: that of the Java type. */
    String format() default "";

    /** The only value, as JSON text; {@code ""}: any. */
    String constant() default "";

    /** The texts that are possible, if not all are. */
    String[] oneOf() default {};

    /** A schema of the components that takes the place of the Java type's; {@code ""}: none. */
    String ref() default "";

    /** The JSON types of a component that is a plain {@link Object}; none: any. */
    String[] types() default {};

    /** Whether numbers are not below 0. */
    boolean notNegative() default false;

    /** Characters or elements at most; 0: not limited. */
    int longest() default 0;
}
