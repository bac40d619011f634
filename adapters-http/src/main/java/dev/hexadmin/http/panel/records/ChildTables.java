package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import gg.jte.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of child records on the form and the page of their parent; another package has them. */
public interface ChildTables {
    /** The prefix of the names of all fields of the tables. */
    String PREFIX = "c.";

    /** How the parameter with the page of a table ends; it begins with the table's name. */
    String PAGE = ".page";

    /**
     * The tables of a form that is opened.
     *
     * @param parent its key; empty for a new record
     * @param query of the request: it says which pages of the tables are shown
     * @param only the name of the only table, or of a field, or {@code ""}
     */
    Tables opened(
            Actor.SignedIn actor, Model model, Optional<RecordKey> parent, Map<String, String> query, String only);

    /** The tables of a form for a copy of a record: new rows with the values of its children, as far as those may be copied. */
    Tables copied(Actor.SignedIn actor, Model model, RecordKey original);

    /** The tables of a form that was sent. */
    Tables sent(Actor.SignedIn actor, Model model, Optional<RecordKey> parent, SentForm form, String only);

    /** The children of a model that the actor may view. */
    List<Model.Children> shown(Actor actor, Model model);

    /** A table on the page of a record, as text. */
    RelatedTable table(Actor.SignedIn actor, Model model, RecordKey parent, ChildPage page);

    /** A table on the page of a record with inputs, which is sent to the record's form; empty without the rights. */
    Optional<Content> form(Actor.SignedIn actor, Model model, RecordKey parent, ChildPage page);

    /**
     * A table on the page of a record.
     *
     * @param name of the child model
     * @param here the address of the page with the table
     * @param version of the record
     */
    record ChildPage(String name, Address here, String version, String csrfToken) {}

    /**
     * Tables as a part of the form.
     *
     * @param any whether there is a table
     * @param hasFiles whether files can be chosen in their rows
     * @param hasFocus whether a button of a table was pressed, and the focus is where its effect is
     * @param errors of the rows, in their order
     * @param placed the violations that they say
     */
    record Inputs(
            Content content,
            boolean any,
            boolean hasFiles,
            boolean hasFocus,
            List<FormErrors.ErrorLine> errors,
            Set<Violation> placed) {}

    /** The tables of one form. */
    interface Tables {
        /** Whether a button of a table was pressed: the form is shown again, and nothing is saved. */
        boolean asked();

        /** Adds the changes of the children to the body of their parent, and errors of the texts themselves. */
        void addTo(Map<String, @Nullable Object> body, List<Violation> wrong);

        /**
         * The tables.
         *
         * @param refused the rejection, whose errors are shown in their rows
         */
        Inputs inputs(Optional<RequestRejectedException> refused);
    }
}
