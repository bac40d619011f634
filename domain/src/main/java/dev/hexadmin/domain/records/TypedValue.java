package dev.hexadmin.domain.records;

/** A value as the class by which code asks for it. */
public final class TypedValue {
    private TypedValue() {}

    /**
     * The value.
     *
     * @param name of the field or parameter, for the message
     * @throws ClassCastException when the value is of another class; the message names both
     */
    public static <T> T of(String name, Object value, Class<T> type) {
        if (!type.isInstance(value)) {
            throw new ClassCastException("the value of '" + name + "' is a "
                    + value.getClass().getName() + ", so ask for this class, not for " + type.getName());
        }
        return type.cast(value);
    }
}
