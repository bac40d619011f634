package dev.hexadmin.http.panel.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import gg.jte.Content;

/** What the page of a record shows of its comments; another package has it. */
public interface RecordComments {
    /** Whether the records of a model have comments. */
    boolean of(Model model);

    /**
     * The latest comments on a record that the actor may view, as a part of the page.
     *
     * @param here the address of the page
     */
    Content latest(Actor.SignedIn actor, Model model, RecordKey key, String here, String csrfToken);
}
