package dev.hexadmin.application.plugin;

import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An example that {@code hexadmin serve --demo} runs: a configuration, and records for empty tables. Found by
 * {@link java.util.ServiceLoader} in the modules that the program runs with.
 *
 * <p>Each method is called once, by one thread.
 */
public interface Demo {
    /** The text of a {@code hexadmin.yaml}, which is used unless the command line names a file. */
    String configuration();

    /** The records of each model; a model comes after those that it references. */
    List<Records> records();

    /** The pairs of many-to-many fields. */
    default List<Links> links() {
        return List.of();
    }

    /** The files of records, which are stored after the server has started: images are encoded, which takes a while. */
    default List<Upload> files() {
        return List.of();
    }

    /** The saved views of the first user. */
    default List<View> views() {
        return List.of();
    }

    /**
     * A saved view.
     *
     * @param query the parameters of the list: filters and {@code ordering}
     */
    record View(String model, String name, Map<String, String> query) {}

    /**
     * A file of some records, which is stored as if it was uploaded.
     *
     * @param field of the model, of a type that holds files
     * @param records the keys of the records that name the file
     */
    record Upload(String model, String field, String name, Supplier<InputStream> content, List<Long> records) {}

    /**
     * The records of one model.
     *
     * @param model its name
     * @param count how many there are
     * @param row the values of a record by its number, from 0 to {@code count - 1}: one for each stored field, in the
     *     order of the configuration, of the Java class that {@link dev.hexadmin.domain.models.FieldType} names; null for a
     *     file
     */
    record Records(String model, int count, IntFunction<@Nullable Object[]> row) {
        /** All records in order, each made when it is read. */
        public Iterator<@Nullable Object[]> iterator() {
            return IntStream.range(0, count).mapToObj(row).iterator();
        }
    }

    /**
     * The pairs of one many-to-many field.
     *
     * @param model the model that has the field
     * @param field its name
     * @param pairs keys: of the record that has the field first, of the linked record second
     */
    record Links(String model, String field, Iterable<@Nullable Object[]> pairs) {}
}
