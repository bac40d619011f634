package dev.hexadmin.persistence.files;

import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import dev.hexadmin.application.files.port.FileFormats.Encoded;
import dev.hexadmin.application.files.port.FileFormats.Rendered;
import dev.hexadmin.application.files.port.FileFormats.UnreadableImageException;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import dev.hexadmin.domain.text.Message;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Decodes images, and encodes their pixels again. JPEG stays JPEG; PNG stays PNG; GIF becomes PNG with its first picture;
 * WebP becomes PNG if it is transparent, else JPEG. Thread-safe; the number of pixels is
 * checked before an image is decoded.
 */
final class ImageCodec {
    private static final long MOST_PIXELS = 50_000_000;

    /** A decoded image and its copy take eight bytes a pixel; half of the memory is left for everything else. */
    private static final int MEMORY_PER_PIXEL = 16;

    private static final int LONGEST_SIDE = 30_000;
    private static final int RIFF_HEADER = 8;
    private static final float QUALITY = 0.9f;
    private static final String JPEG = "image/jpeg";
    private static final String PNG = "image/png";

    private final long mostPixels = Math.min(MOST_PIXELS, Runtime.getRuntime().maxMemory() / MEMORY_PER_PIXEL);

    Rendered render(byte[] content, Map<String, Dimensions> boxes) {
        try {
            return rendered(content, boxes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Rendered rendered(byte[] content, Map<String, Dimensions> boxes) throws IOException {
        Format format = Format.of(content);
        BufferedImage image =
                upright(decode(content, format), format == Format.JPEG ? JpegSegments.orientation(content) : 1);
        String type = format == Format.JPEG
                        || (format == Format.WEBP && !image.getColorModel().hasAlpha())
                ? JPEG
                : PNG;
        Map<String, Encoded> scaled = new LinkedHashMap<>();
        for (Map.Entry<String, Dimensions> box : boxes.entrySet()) {
            scaled.put(box.getKey(), encode(scale(image, box.getValue()), type));
        }
        return new Rendered(encode(image, type), scaled);
    }

    private enum Format {
        JPEG,
        PNG,
        GIF,
        WEBP;

        static Format of(byte[] content) {
            if (starts(content, 0, 0xFF, 0xD8, 0xFF)) {
                return JPEG;
            }
            if (starts(content, 0, 0x89, 'P', 'N', 'G')) {
                return PNG;
            }
            if (starts(content, 0, 'G', 'I', 'F', '8')) {
                return GIF;
            }
            if (starts(content, 0, 'R', 'I', 'F', 'F') && starts(content, 8, 'W', 'E', 'B', 'P')) {
                return WEBP;
            }
            throw new UnreadableImageException(Message.of("The file is no JPEG, PNG, GIF or WebP image."));
        }

        private static boolean starts(byte[] content, int at, int... bytes) {
            if (content.length < at + bytes.length) {
                return false;
            }
            for (int i = 0; i < bytes.length; i++) {
                if ((content[at + i] & 0xff) != bytes[i]) {
                    return false;
                }
            }
            return true;
        }

        /** Whether the data has its end; the readers of JPEG and WebP fill what is missing with grey. */
        boolean isWhole(byte[] content) {
            return switch (this) {
                case JPEG -> JpegSegments.isWhole(content);
                case WEBP ->
                    content.length - RIFF_HEADER
                            >= Integer.toUnsignedLong(ByteBuffer.wrap(content)
                                    .order(ByteOrder.LITTLE_ENDIAN)
                                    .getInt(4));
                case PNG, GIF -> true;
            };
        }

        /** Readers that are named here: a plug-in of the machine may not read what strangers send. */
        ImageReader reader() throws IOException {
            return switch (this) {
                case JPEG -> builtIn("jpeg");
                case PNG -> builtIn("png");
                case GIF -> builtIn("gif");
                case WEBP -> new WebPImageReaderSpi().createReaderInstance(null);
            };
        }

        private static ImageReader builtIn(String name) {
            var readers = ImageIO.getImageReadersByFormatName(name);
            while (readers.hasNext()) {
                ImageReader reader = readers.next();
                if (reader.getClass().getModule().getName() != null
                        && reader.getClass().getModule().getName().equals("java.desktop")) {
                    return reader;
                }
            }
            throw new IllegalStateException("this Java has no reader of " + name);
        }
    }

    private BufferedImage decode(byte[] content, Format format) throws IOException {
        ImageReader reader = format.reader();
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(content))) {
            reader.setInput(in, false, true);
            long width = reader.getWidth(0);
            long height = reader.getHeight(0);
            if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > mostPixels) {
                throw new UnreadableImageException(
                        Message.of("The image has {width} × {height} pixels; at most {limit} million are allowed.")
                                .with("width", Long.toString(width))
                                .with("height", Long.toString(height))
                                .with("limit", mostPixels / 1_000_000));
            }
            BufferedImage image = format == Format.JPEG ? jpeg(reader, content) : reader.read(0);
            if (!format.isWhole(content)) {
                throw new UnreadableImageException(
                        Message.of("The image is incomplete: its file ends before the picture does."));
            }
            return image;
        } catch (UnreadableImageException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // readers throw all kinds of exceptions at damaged images
            throw new UnreadableImageException(
                    Message.of("The image is damaged, or in a form that cannot be decoded."), e);
        } finally {
            reader.dispose();
        }
    }

    /** The reader decodes the colours of printers, but takes them for others. */
    private static BufferedImage jpeg(ImageReader reader, byte[] content) throws IOException {
        return JpegSegments.components(content) == PrintColours.COMPONENTS
                ? PrintColours.rgb(reader.readRaster(0, null), JpegSegments.adobe(content))
                : reader.read(0);
    }

    /** A copy with pixels of three or four bytes, turned as EXIF 2.3 (tag 0x0112) says. */
    private static BufferedImage upright(BufferedImage image, int orientation) {
        int width = image.getWidth();
        int height = image.getHeight();
        boolean turned = orientation >= 5;
        BufferedImage upright = blank(image, turned ? height : width, turned ? width : height);
        Graphics2D graphics = upright.createGraphics();
        graphics.drawImage(image, turn(orientation, width, height), null);
        graphics.dispose();
        return upright;
    }

    private static BufferedImage blank(BufferedImage like, int width, int height) {
        return new BufferedImage(
                width,
                height,
                like.getColorModel().hasAlpha() ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
    }

    private static AffineTransform turn(int orientation, int width, int height) {
        return switch (orientation) {
            case 2 -> new AffineTransform(-1, 0, 0, 1, width, 0);
            case 3 -> new AffineTransform(-1, 0, 0, -1, width, height);
            case 4 -> new AffineTransform(1, 0, 0, -1, 0, height);
            case 5 -> new AffineTransform(0, 1, 1, 0, 0, 0);
            case 6 -> new AffineTransform(0, 1, -1, 0, height, 0);
            case 7 -> new AffineTransform(0, -1, -1, 0, height, width);
            case 8 -> new AffineTransform(0, -1, 1, 0, 0, width);
            default -> new AffineTransform();
        };
    }

    /** Scaled down into the box, by halves, so that no pixel is left out; unchanged when it fits. */
    private static BufferedImage scale(BufferedImage image, Dimensions box) {
        double factor = Math.min(
                1, Math.min((double) box.width() / image.getWidth(), (double) box.height() / image.getHeight()));
        int width = (int) Math.max(1, Math.round(image.getWidth() * factor));
        int height = (int) Math.max(1, Math.round(image.getHeight() * factor));
        BufferedImage scaled = image;
        while (scaled.getWidth() != width || scaled.getHeight() != height) {
            int nextWidth = Math.max(width, (scaled.getWidth() + 1) / 2);
            int nextHeight = Math.max(height, (scaled.getHeight() + 1) / 2);
            BufferedImage next = blank(image, nextWidth, nextHeight);
            Graphics2D graphics = next.createGraphics();
            graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
            graphics.drawImage(scaled, 0, 0, nextWidth, nextHeight, null);
            graphics.dispose();
            scaled = next;
        }
        return scaled;
    }

    private static Encoded encode(BufferedImage image, String type) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByMIMEType(type).next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam how = writer.getDefaultWriteParam();
            if (type.equals(JPEG)) {
                how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                how.setCompressionQuality(QUALITY);
            }
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        return new Encoded(bytes.toByteArray(), type, new Dimensions(image.getWidth(), image.getHeight()));
    }
}
