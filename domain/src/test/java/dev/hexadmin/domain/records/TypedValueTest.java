package dev.hexadmin.domain.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TypedValueTest {
    @Test
    void a_value_of_another_class_is_reported_with_its_name() {
        assertThat(TypedValue.of("stock", 3L, Long.class)).isEqualTo(3L);
        assertThat(TypedValue.of("stock", 3L, Number.class)).isEqualTo(3L);
        assertThatThrownBy(() -> TypedValue.of("stock", 3L, Integer.class))
                .isInstanceOf(ClassCastException.class)
                .hasMessage(
                        "the value of 'stock' is a java.lang.Long, so ask for this class, not for java.lang.Integer");
    }
}
