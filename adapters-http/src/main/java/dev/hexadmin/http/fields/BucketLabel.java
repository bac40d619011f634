package dev.hexadmin.http.fields;

import dev.hexadmin.application.dashboard.DateRange;
import java.time.LocalDate;

/** What people call a bucket of a range. */
public final class BucketLabel {
    private BucketLabel() {}

    /** {@code 24 Oct 2026}, {@code 24 to 30 Oct 2026} or {@code Oct 2026}. */
    public static String of(DateRange.Bucket unit, LocalDate from, LocalDate to) {
        return unit == DateRange.Bucket.MONTH ? DateLabel.month(from) : DateLabel.range(from, to);
    }
}
