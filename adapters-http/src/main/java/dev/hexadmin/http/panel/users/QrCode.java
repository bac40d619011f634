package dev.hexadmin.http.panel.users;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;

/**
 * A QR code (ISO/IEC 18004) as the path of an SVG image.
 *
 * @param size width and height in modules, with the quiet zone around it
 * @param path its dark modules
 */
public record QrCode(int size, String path) {
    private static final int QUIET_ZONE = 4;

    /** The code of a text of at most some hundred bytes. */
    static QrCode of(String text) {
        ByteMatrix modules;
        try {
            modules = Encoder.encode(text, ErrorCorrectionLevel.M).getMatrix();
        } catch (WriterException e) {
            throw new IllegalArgumentException("a text of " + text.length() + " characters is no QR code", e);
        }
        StringBuilder path = new StringBuilder();
        for (int y = 0; y < modules.getHeight(); y++) {
            int x = 0;
            while (x < modules.getWidth()) {
                int from = x;
                while (x < modules.getWidth() && modules.get(x, y) == 1) {
                    x++;
                }
                if (x > from) {
                    path.append('M').append(from + QUIET_ZONE).append(' ').append(y + QUIET_ZONE);
                    path.append('h')
                            .append(x - from)
                            .append("v1h-")
                            .append(x - from)
                            .append('z');
                } else {
                    x++;
                }
            }
        }
        return new QrCode(modules.getWidth() + 2 * QUIET_ZONE, path.toString());
    }
}
