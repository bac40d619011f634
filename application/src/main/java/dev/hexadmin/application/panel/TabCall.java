package dev.hexadmin.application.panel;

import dev.hexadmin.domain.records.StoredRecord;

/** What the code of a tab is given. */
public interface TabCall extends SlotCall {
    /** The record of the page, with the fields that the user may view. */
    StoredRecord record();
}
