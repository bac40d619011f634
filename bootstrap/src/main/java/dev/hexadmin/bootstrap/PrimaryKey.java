package dev.hexadmin.bootstrap;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A component of an {@link AdminModel} that is (part of) its primary key. Without this annotation the component {@code
 * id} is the key. The database generates a single whole number and the server a single {@link java.util.UUID}, unless
 * {@code given}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD}) // Kotlin annotates fields, and no components
public @interface PrimaryKey {
    /** Whether the client gives the value on create. */
    boolean given() default false;
}
