package dev.hexadmin.http.panel.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import gg.jte.Content;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What the page of a record shows of its history; another package has it. */
public interface RecordHistory {
    /**
     * The latest changes of a record that the actor may view, as far as they may see them.
     *
     * @param steps the field whose steps the page shows
     * @param origin the list that the record was opened from
     */
    LatestChanges latest(Actor actor, Model model, RecordKey key, Optional<FieldDefinition> steps, ListOrigin origin);

    /**
     * The latest changes.
     *
     * @param card the changes as a part of the page
     * @param reached when the field of the steps was given a value for the last time, by value
     */
    record LatestChanges(Content card, Map<String, Instant> reached) {}
}
