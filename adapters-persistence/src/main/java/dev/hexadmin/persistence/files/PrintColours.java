package dev.hexadmin.persistence.files;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;

/**
 * The colours of a JPEG with four components, which printers take: cyan, magenta, yellow and black, or YCCK. They are
 * converted without a colour profile, so they may differ a little from the print.
 */
final class PrintColours {
    /** Values of a pixel. */
    static final int COMPONENTS = 4;

    private static final int MOST = 255;
    private static final int MIDDLE = 128;

    private PrintColours() {}

    /** @param adobe the transform of the segment APP14 of Adobe (0: CMYK, 2: YCCK), or -1 without it */
    static BufferedImage rgb(Raster pixels, int adobe) {
        int width = pixels.getWidth();
        int height = pixels.getHeight();
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int[] row = new int[width * COMPONENTS];
        int[] out = new int[width];
        for (int y = 0; y < height; y++) {
            pixels.getPixels(0, y, width, 1, row);
            for (int x = 0; x < width; x++) {
                int at = x * COMPONENTS;
                if (adobe == 2) {
                    toCmyk(row, at);
                }
                // Adobe stores the paper that is left, others the ink
                int black = adobe < 0 ? MOST - row[at + 3] : row[at + 3];
                int rgb = 0;
                for (int ink = 0; ink < 3; ink++) {
                    int paper = adobe < 0 ? MOST - row[at + ink] : row[at + ink];
                    rgb = rgb << 8 | paper * black / MOST;
                }
                out[x] = rgb;
            }
            image.setRGB(0, y, width, 1, out, 0, width);
        }
        return image;
    }

    /** ITU-T T.871, with the colours inverted. */
    private static void toCmyk(int[] row, int at) {
        double luma = row[at];
        double blue = row[at + 1] - MIDDLE;
        double red = row[at + 2] - MIDDLE;
        row[at] = inverted(luma + 1.402 * red);
        row[at + 1] = inverted(luma - 0.344136 * blue - 0.714136 * red);
        row[at + 2] = inverted(luma + 1.772 * blue);
    }

    private static int inverted(double value) {
        return MOST - Math.clamp(Math.round(value), 0, MOST);
    }
}
