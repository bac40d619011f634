package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Version;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Makes the versions of records: HMAC-SHA-256 (RFC 2104) over the values in their wire form, truncated to 128 bits.
 * Thread-safe.
 */
final class RecordVersions {
    private final Mac keyed;

    RecordVersions(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            keyed = (Mac) mac.clone();
        } catch (GeneralSecurityException | CloneNotSupportedException e) {
            throw new IllegalStateException("this Java has no HmacSHA256 that can be copied", e);
        }
    }

    /** Takes the values of one record. */
    Digest digest() {
        try {
            return new Digest((Mac) keyed.clone(), null, new int[0]);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Takes the values of one record and hands those that are shown on.
     *
     * @param fields for each field given here, the field of {@code shown}, or {@link SelectPlan#HIDDEN}
     */
    Digest digest(RecordSink shown, int[] fields) {
        try {
            return new Digest((Mac) keyed.clone(), shown, fields);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The digest of one record, fed in the order of the model's fields, each value with its kind and length. */
    static final class Digest implements RecordSink {
        private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
        private static final int BYTES = 16;

        private final Mac mac;
        private final @Nullable RecordSink shown;
        private final int[] fields;
        private final byte[] buffer = new byte[512];
        private final Map<Integer, String> unreadable = new HashMap<>(0);
        private int used;

        private Digest(Mac mac, @Nullable RecordSink shown, int[] fields) {
            this.mac = mac;
            this.shown = shown;
            this.fields = fields;
        }

        Version version() {
            mac.update(buffer, 0, used);
            return new Version(TEXT.encodeToString(Arrays.copyOf(mac.doFinal(), BYTES)));
        }

        /** The links of a many-to-many field. */
        void links(List<?> keys) {
            header('L', keys.size());
            for (Object key : keys) {
                feed('s', FieldText.write(key));
            }
        }

        private void header(char kind, long length) {
            room(9);
            buffer[used++] = (byte) kind;
            number(length);
        }

        private void number(long number) {
            for (int shift = 56; shift >= 0; shift -= 8) {
                buffer[used++] = (byte) (number >>> shift);
            }
        }

        private void room(int bytes) {
            if (buffer.length - used < bytes) {
                mac.update(buffer, 0, used);
                used = 0;
            }
        }

        private void feed(char kind, byte[] bytes) {
            header(kind, bytes.length);
            if (bytes.length > buffer.length / 2) {
                mac.update(buffer, 0, used);
                used = 0;
                mac.update(bytes);
            } else {
                room(bytes.length);
                System.arraycopy(bytes, 0, buffer, used, bytes.length);
                used += bytes.length;
            }
        }

        private void feed(char kind, String text) {
            feed(kind, text.getBytes(StandardCharsets.UTF_8));
        }

        private int field(int column) {
            return shown == null ? SelectPlan.HIDDEN : fields[column];
        }

        @Override
        public void none(int column) {
            header('n', 0);
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.none(field);
            }
        }

        @Override
        public void unreadable(int column, String stored) {
            feed('u', stored);
            unreadable.put(column, stored);
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.unreadable(field, stored);
            }
        }

        /** By column, what was stored and could not be read. */
        Map<Integer, String> unreadable() {
            return unreadable;
        }

        @Override
        public void text(int column, String value) {
            feed('s', value);
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.text(field, value);
            }
        }

        @Override
        public void whole(int column, long value) {
            header('i', value);
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.whole(field, value);
            }
        }

        @Override
        public void real(int column, double value) {
            header('r', Double.doubleToLongBits(value));
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.real(field, value);
            }
        }

        @Override
        public void decimal(int column, BigDecimal value) {
            feed('d', value.toString());
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.decimal(field, value);
            }
        }

        @Override
        public void flag(int column, boolean value) {
            header('f', value ? 1 : 0);
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.flag(field, value);
            }
        }

        @Override
        public void json(int column, String document) {
            feed('j', document);
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.json(field, document);
            }
        }

        @Override
        public void binary(int column, byte[] value) {
            feed('b', value);
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.binary(field, value);
            }
        }

        /** A file never changes, so that its id is enough. */
        @Override
        public void file(int column, FileReference value) {
            feed('s', value.id().toString());
            int field = field(column);
            if (shown != null && field != SelectPlan.HIDDEN) {
                shown.file(field, value);
            }
        }

        @Override
        public void begin() {
            throw new UnsupportedOperationException("a digest is of one record");
        }

        @Override
        public void end() {
            throw new UnsupportedOperationException("a digest is of one record");
        }

        @Override
        public void keys(int column, List<?> keys) {
            throw new UnsupportedOperationException("links are no column");
        }

        @Override
        public RecordSink related(int column) {
            throw new UnsupportedOperationException("a column is not expanded");
        }

        @Override
        public RecordSink relatedList(int column) {
            throw new UnsupportedOperationException("a column is not expanded");
        }

        @Override
        public void endRelatedList(int column) {
            throw new UnsupportedOperationException("a column is not expanded");
        }
    }
}
