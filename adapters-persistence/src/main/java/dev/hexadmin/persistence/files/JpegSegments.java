package dev.hexadmin.persistence.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalInt;
import java.util.function.BiPredicate;
import java.util.function.ToIntFunction;

/** What a JPEG's segments say that is needed to show it. */
final class JpegSegments {
    private static final int SOI = 0xFFD8;
    private static final int SOS = 0xFFDA;
    private static final int EOI = 0xD9;
    private static final int RST0 = 0xD0;
    private static final int RST7 = 0xD7;
    private static final int APP1 = 0xFFE1;
    private static final int APP14 = 0xFFEE;
    private static final int EXIF = 0x45786966;
    private static final int ADOBE = 0x41646F62;
    private static final int ADOBE_TRANSFORM = 11;
    private static final int SOF0 = 0xFFC0;
    private static final int SOF2 = 0xFFC2;
    private static final int COMPONENTS = 5;
    private static final int ORIENTATION = 0x0112;
    private static final int ENTRY = 12;
    private static final int MOST_ENTRIES = 500;

    private JpegSegments() {}

    /** How the camera was held, from 1 to 8 (EXIF 2.3, tag 0x0112); 1, upright, when the JPEG does not say. */
    static int orientation(byte[] jpeg) {
        return find(
                        jpeg,
                        (marker, segment) -> marker == APP1 && segment.getInt(0) == EXIF,
                        segment -> ofTiff(segment.slice(6, segment.limit() - 6)))
                .orElse(1);
    }

    /** How the four colours of a JPEG for printers are stored, as a program of Adobe has noted it; -1 when there is no note. */
    static int adobe(byte[] jpeg) {
        return find(jpeg, (marker, segment) -> marker == APP14 && segment.getInt(0) == ADOBE, segment ->
                        (int) segment.get(ADOBE_TRANSFORM))
                .orElse(-1);
    }

    /** How many values a pixel has: four in the colours of printers. */
    static int components(byte[] jpeg) {
        return find(jpeg, (marker, segment) -> marker >= SOF0 && marker <= SOF2, segment ->
                        (int) segment.get(COMPONENTS))
                .orElse(0);
    }

    /** Whether the last scan is followed by the end of the image; what comes behind it does not matter. */
    static boolean isWhole(byte[] jpeg) {
        int at = 2;
        boolean scanned = false;
        while (at + 1 < jpeg.length) {
            int marker = jpeg[at + 1] & 0xff;
            if (jpeg[at] != (byte) 0xFF || marker == 0xFF || isWithinScan(marker)) {
                at += jpeg[at] == (byte) 0xFF && marker != 0xFF ? 2 : 1;
            } else if (marker == EOI) {
                return scanned;
            } else if (at + 3 < jpeg.length) {
                scanned |= marker == (SOS & 0xff);
                at += 2 + (((jpeg[at + 2] & 0xff) << 8) | (jpeg[at + 3] & 0xff));
            } else {
                return false;
            }
        }
        return false;
    }

    /** An escaped 0xFF, or a mark between the parts of a scan. */
    private static boolean isWithinScan(int marker) {
        return marker == 0 || (marker >= RST0 && marker <= RST7);
    }

    /** What the first segment of this kind says; empty without one, or when it is damaged: the decoder checks the image. */
    private static OptionalInt find(
            byte[] jpeg, BiPredicate<Integer, ByteBuffer> wanted, ToIntFunction<ByteBuffer> value) {
        ByteBuffer in = ByteBuffer.wrap(jpeg);
        try {
            if ((in.getShort() & 0xffff) != SOI) {
                return OptionalInt.empty();
            }
            int marker = in.getShort() & 0xffff;
            while (marker != SOS && marker >= 0xFF00) {
                int length = in.getShort() & 0xffff;
                ByteBuffer segment = in.slice(in.position(), length - 2);
                if (length > 8 && wanted.test(marker, segment)) {
                    return OptionalInt.of(value.applyAsInt(segment));
                }
                in.position(in.position() + length - 2);
                marker = in.getShort() & 0xffff;
            }
        } catch (java.nio.BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return OptionalInt.empty();
        }
        return OptionalInt.empty();
    }

    private static int ofTiff(ByteBuffer tiff) {
        tiff.order(tiff.getShort(0) == 0x4949 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int directory = tiff.getInt(4);
        int entries = Math.min(MOST_ENTRIES, tiff.getShort(directory) & 0xffff);
        for (int i = 0; i < entries; i++) {
            int at = directory + 2 + i * ENTRY;
            if ((tiff.getShort(at) & 0xffff) == ORIENTATION) {
                int value = tiff.getShort(at + 8);
                return value >= 1 && value <= 8 ? value : 1;
            }
        }
        return 1;
    }
}
