package dev.hexadmin.application.records.port;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Java record classes by which models were registered. Thread-safe. */
public interface RecordClasses {
    /** No classes. */
    static RecordClasses none() {
        return new RecordClasses() {
            @Override
            public <T extends Record> RecordClass<T> of(Class<T> type) {
                throw new IllegalArgumentException("no model is registered by the record " + type.getName());
            }
        };
    }

    /**
     * A class by which a model was registered.
     *
     * @throws IllegalArgumentException when there is none, or its objects cannot be made; the message says what to do
     */
    <T extends Record> RecordClass<T> of(Class<T> type);

    /**
     * Converts records of a model to objects of a class, and back.
     *
     * @param <T> the class
     */
    interface RecordClass<T extends Record> {
        /** The model's name. */
        String model();

        /** Names of the fields that the components hold. */
        List<String> fields();

        /** The classes of components that hold referenced records, by field name; other references are keys. */
        Map<String, Class<? extends Record>> related();

        /**
         * Makes an object.
         *
         * @param values by field name, of the fields' Java classes; those of {@link #related} are objects, or lists of them
         * @throws IllegalStateException when a component cannot hold its value; the message names both
         */
        T read(Map<String, @Nullable Object> values);

        /** The values of an object by field name; referenced records are the objects that the components hold. */
        Map<String, @Nullable Object> write(T object);
    }
}
