package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.transfer.RowReaders.RowReader;

/** The rows of a file whose cells are texts. Used by one thread. */
interface TableRows extends RowReader {
    /** The columns. */
    Cells cells();

    /** Whether the file looks like an export: every text of its heading is quoted. */
    boolean isExported();
}
