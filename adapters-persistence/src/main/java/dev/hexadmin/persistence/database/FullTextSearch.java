package dev.hexadmin.persistence.database;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** How a kind of database indexes the words of records and finds records by them. Stateless. */
public interface FullTextSearch {
    /**
     * The index of a model's words. Its name is {@code admin_search_} and its number, so that the name is short and has
     * the prefix of Hexadmin.
     *
     * @param fields in the order of the index's columns
     */
    record Index(long id, Model model, List<FieldDefinition> fields) {
        public String name() {
            return nameOf(id);
        }

        /** The column of the index that has the words of a field. */
        public String column(FieldDefinition field) {
            return "f" + fields.indexOf(field);
        }
    }

    /** The name of the index with this number. */
    static String nameOf(long id) {
        return "admin_search_" + id;
    }

    /** Whether a model that has fields to search can have an index. */
    boolean indexes(Model model);

    /** Whether indexes can be created in this database without {@link #install}. */
    boolean isInstalled(Session session) throws SQLException;

    /** Installs what indexes need in the database. */
    void install(Session session) throws SQLException;

    /** Creates an index, which may be filled later. */
    void create(Session session, Index index) throws SQLException;

    /** Drops the index with this number, as far as it exists. */
    void drop(Session session, long id) throws SQLException;

    /** Whether indexes lack records that {@link #catchUp} adds. */
    boolean isBehind(Session session) throws SQLException;

    /**
     * Adds a few of the records that indexes lack.
     *
     * @return whether there may be more to do
     */
    boolean catchUp(Session session, Collection<Index> indexes) throws SQLException;

    /** Whether an index finds the records that contain a word without reading all of them. */
    boolean helps(String word);

    /** Collects the keys of records that may have the words, at least one of which an index {@link #helps} with. */
    void find(FullTextQuery query, Index index) throws SQLException;

    /** Collects, as far as an index helps, the keys of records with fields that start with the words, which are short. */
    default void findStarts(FullTextQuery query, Index index) throws SQLException {}

    /**
     * A condition that holds for each record whose field contains the text, in any case, and for few others; empty when
     * the index does not help.
     *
     * @param alias of the model's table
     */
    default Optional<Match> candidates(Index index, FieldDefinition field, String alias, String text) {
        return Optional.empty();
    }

    /** Runs a query of a search; empty when the database cancelled it because it took too long. */
    <T> Optional<T> limited(Session session, PreparedStatement statement, SqlWork<T> work) throws SQLException;
}
