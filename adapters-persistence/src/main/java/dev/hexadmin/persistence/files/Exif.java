package dev.hexadmin.persistence.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The one value of an image's metadata that is needed to show it: how the camera was held (EXIF 2.3, tag 0x0112). */
final class Exif {
    private static final int SOI = 0xFFD8;
    private static final int SOS = 0xFFDA;
    private static final int APP1 = 0xFFE1;
    private static final int EXIF = 0x45786966;
    private static final int ORIENTATION = 0x0112;
    private static final int ENTRY = 12;
    private static final int MOST_ENTRIES = 500;

    private Exif() {}

    /** From 1 to 8; 1, upright, when the JPEG does not say. */
    static int orientation(byte[] jpeg) {
        ByteBuffer in = ByteBuffer.wrap(jpeg);
        try {
            if ((in.getShort() & 0xffff) != SOI) {
                return 1;
            }
            int marker = in.getShort() & 0xffff;
            while (marker != SOS && marker >= 0xFF00) {
                int length = in.getShort() & 0xffff;
                int next = in.position() + length - 2;
                if (marker == APP1 && length > 8 && in.getInt(in.position()) == EXIF) {
                    return ofTiff(in.slice(in.position() + 6, length - 8));
                }
                in.position(next);
                marker = in.getShort() & 0xffff;
            }
        } catch (java.nio.BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return 1; // the metadata is damaged; the decoder checks the image
        }
        return 1;
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
