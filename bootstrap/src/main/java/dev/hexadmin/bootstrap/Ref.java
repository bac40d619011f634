package dev.hexadmin.bootstrap;

import dev.hexadmin.domain.models.Reference.OnDelete;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A component of an {@link AdminModel} that points to another model: on a component that holds the key (such as {@code
 * @Ref(to = "categories") long categoryId}), on a {@code List} of keys, or to choose the effect of a delete.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD}) // Kotlin annotates fields, and no components
public @interface Ref {
    /** The target model's name; empty: that of the component's record type. */
    String to() default "";

    /** The effect of deleting the target on the records that point to it. */
    OnDelete onDelete() default OnDelete.RESTRICT;

    /**
     * The join table of a {@code List}, when it is not {@code <table>_<field>}: table, source column, target column.
     */
    String[] through() default {};
}
