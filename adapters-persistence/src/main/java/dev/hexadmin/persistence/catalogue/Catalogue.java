package dev.hexadmin.persistence.catalogue;

import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a kind of database says about its own tables. Stateless. */
public interface Catalogue {
    /**
     * All tables and views of the application, in the order of their names, without partitions and system tables.
     *
     * @param schemas the schemas to look into; empty: those in which the database finds tables by itself
     * @param notes receives a sentence for each table and column that is left out
     */
    List<TableDescription> tables(Session session, List<String> schemas, Consumer<String> notes) throws SQLException;

    /** Those of the schemas that the database does not have: in a database without schemas, all. */
    default List<String> missing(Session session, List<String> schemas) throws SQLException {
        return schemas;
    }

    /** A table's own name, without its schema. */
    default String ownName(String table) {
        return table;
    }

    /** Whether two names of this database mean the same thing. */
    boolean same(String name, String other);

    /** Reads a value from a row. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** The rows of a query with text parameters. */
    static <T> List<T> rows(Session session, String sql, Row<T> each, String... parameters) throws SQLException {
        List<T> read = new ArrayList<>();
        try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    read.add(each.read(row));
                }
            }
        }
        return read;
    }

    /** The texts of a list of SQL string literals such as {@code 'a', 'it''s'}. */
    static List<String> literals(String list) {
        List<String> texts = new ArrayList<>();
        Matcher literal = Pattern.compile("'((?:[^']|'')*)'").matcher(list);
        while (literal.find()) {
            texts.add(literal.group(1).replace("''", "'"));
        }
        return texts;
    }

    /** The name before the parentheses of a type. */
    static String word(String type) {
        int open = type.indexOf('(');
        return (open < 0 ? type : type.substring(0, open)).strip();
    }

    /** The whole numbers between the parentheses of a type, such as 10 and 2 of {@code NUMERIC(10,2)}. */
    static List<Integer> numbers(String type) {
        Optional<Matcher> matcher = Optional.of(Pattern.compile("\\(\\s*(\\d{1,9})\\s*(?:,\\s*(\\d{1,9})\\s*)?\\)")
                        .matcher(type))
                .filter(Matcher::find);
        List<Integer> numbers = new ArrayList<>();
        matcher.ifPresent(match -> {
            numbers.add(Integer.valueOf(match.group(1)));
            if (match.group(2) != null) {
                numbers.add(Integer.valueOf(match.group(2)));
            }
        });
        return numbers;
    }
}
