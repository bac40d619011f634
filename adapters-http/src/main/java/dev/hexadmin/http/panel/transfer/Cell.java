package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.domain.text.Message;

/** A cell of a table that is not empty. */
sealed interface Cell {
    /** A text that may be written in the language of the user. */
    record Typed(String text) implements Cell {}

    /** A value of a workbook, as exports write it. */
    record Exact(String text) implements Cell {}

    /** A cell without a value, for a reason. */
    record Wrong(Message reason) implements Cell {}
}
