package dev.hexadmin.http.panel.actions;

import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.records.FormErrors;
import dev.hexadmin.http.panel.records.FormField;
import dev.hexadmin.http.panel.records.RecordDeletion;
import java.util.List;
import java.util.Optional;

/**
 * The confirmation of a change to many records.
 *
 * @param path the address that the form is sent to
 * @param field the new value; none for a deletion
 * @param canEmpty whether the value may be removed, which has to be ticked
 * @param back where to go without a change
 */
public record BulkForm(
        Frame frame,
        String path,
        BulkTarget target,
        Optional<FormField> field,
        boolean canEmpty,
        FormErrors errors,
        DeletionPreview deletion,
        String back) {

    /**
     * The change, and the records.
     *
     * @param action {@code delete} or {@code set:field}
     * @param count how many records
     * @param name the records, for people
     * @param keys of the selected records; none: the whole list
     * @param query of the whole list
     * @param note what else there is to say about the records, or {@code ""}
     */
    public record BulkTarget(String action, long count, String name, List<String> keys, String query, String note) {}

    /**
     * The consequences of a deletion.
     *
     * @param refusal why they cannot be deleted, or {@code ""}
     * @param groups other records that it concerns
     * @param examined for how many records that was checked
     * @param blocked which of the records cannot be deleted, as far as that is known
     * @param others those that can be deleted without them
     */
    public record DeletionPreview(
            String refusal,
            List<RecordDeletion.Group> groups,
            long examined,
            Optional<RecordDeletion.Group> blocked,
            OtherRecords others) {}

    /**
     * Records of the selection that can be deleted.
     *
     * @param name the records, for people
     */
    public record OtherRecords(List<String> keys, String name) {}
}
