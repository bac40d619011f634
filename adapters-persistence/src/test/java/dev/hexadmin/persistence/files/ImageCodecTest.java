package dev.hexadmin.persistence.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.files.port.FileFormats.Encoded;
import dev.hexadmin.application.files.port.FileFormats.UnreadableImageException;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.awt.image.RenderedImage;
import java.awt.image.WritableRaster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageCodecTest {
    private static final int SIDE = 16;

    private static Encoded rendered(byte[] image) {
        return new ImageCodec()
                .render(image, Map.of("small", new Dimensions(8, 8)))
                .original();
    }

    private static BufferedImage decoded(Encoded image) throws IOException {
        return Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(image.content())));
    }

    private static byte[] png(RenderedImage image) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, "png", out)).isTrue();
        return out.toByteArray();
    }

    /** A JPEG whose pixels have these four components. */
    private static byte[] jpeg(int[] pixel, int adobe) throws IOException {
        WritableRaster raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, SIDE, SIDE, 4, null);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                raster.setPixel(x, y, pixel);
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.write(null, new IIOImage(raster, null, null), null);
        } finally {
            writer.dispose();
        }
        byte[] plain = out.toByteArray();
        if (adobe < 0) {
            return plain;
        }
        ByteArrayOutputStream marked = new ByteArrayOutputStream();
        marked.write(plain, 0, 2);
        marked.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xEE, 0, 14});
        marked.writeBytes("Adobe".getBytes(StandardCharsets.US_ASCII));
        marked.writeBytes(new byte[] {0, 100, 0, 0, 0, 0, (byte) adobe});
        marked.write(plain, 2, plain.length - 2);
        return marked.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({
        // ink, without a mark of Adobe: yellow
        "-1, 0 0 255 0, 255 255 0",
        // the paper that is left: red
        "0, 255 0 0 255, 255 0 0",
        // half of the paper is black
        "0, 255 255 255 128, 128 128 128",
        // YCCK: white
        "2, 0 128 128 255, 255 255 255"
    })
    void images_in_the_colours_of_printers_are_shown(int adobe, String stored, String expected) throws IOException {
        int[] pixel =
                Arrays.stream(stored.split(" ")).mapToInt(Integer::parseInt).toArray();
        int[] colour =
                Arrays.stream(expected.split(" ")).mapToInt(Integer::parseInt).toArray();

        Encoded image = rendered(jpeg(pixel, adobe));

        assertThat(image.contentType()).isEqualTo("image/jpeg");
        Color shown = new Color(decoded(image).getRGB(5, 5));
        assertThat(List.of(
                        Math.abs(shown.getRed() - colour[0]),
                        Math.abs(shown.getGreen() - colour[1]),
                        Math.abs(shown.getBlue() - colour[2])))
                .as(shown.toString())
                .allSatisfy(difference -> assertThat(difference).isLessThan(12));
    }

    /** A picture whose data does not compress to almost nothing. */
    private static byte[] photo(String format) throws IOException {
        BufferedImage picture = new BufferedImage(200, 150, BufferedImage.TYPE_INT_RGB);
        Random pixels = new Random(7);
        for (int y = 0; y < 150; y++) {
            for (int x = 0; x < 200; x++) {
                picture.setRGB(x, y, pixels.nextInt(0x1000000));
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(ImageIO.write(picture, format, out)).isTrue();
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "png", "gif"})
    void an_image_that_is_cut_off_is_rejected(String format) throws IOException {
        byte[] whole = photo(format);

        assertThatThrownBy(() -> rendered(Arrays.copyOf(whole, 2_000))).isInstanceOf(UnreadableImageException.class);
        assertThatThrownBy(() -> rendered(Arrays.copyOf(whole, whole.length / 2)))
                .isInstanceOf(UnreadableImageException.class);
        assertThatThrownBy(() -> rendered(Arrays.copyOf(whole, whole.length - 100)))
                .isInstanceOf(UnreadableImageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "png", "gif"})
    void bytes_behind_the_end_of_an_image_are_dropped(String format) throws IOException {
        byte[] whole = photo(format);

        Encoded image = rendered(Arrays.copyOf(whole, whole.length + 500));

        assertThat(image.dimensions()).isEqualTo(new Dimensions(200, 150));
    }

    @Test
    void a_png_of_sixteen_bits_a_colour_becomes_one_of_eight() throws IOException {
        ComponentColorModel deep = new ComponentColorModel(
                ColorSpace.getInstance(ColorSpace.CS_sRGB), false, false, Transparency.OPAQUE, DataBuffer.TYPE_USHORT);
        WritableRaster raster = deep.createCompatibleWritableRaster(SIDE, SIDE);
        raster.setPixel(5, 5, new int[] {65_535, 32_768, 0});

        Encoded image = rendered(png(new BufferedImage(deep, raster, false, null)));

        BufferedImage shown = decoded(image);
        assertThat(shown.getColorModel().getComponentSize(0)).isEqualTo(8);
        assertThat(new Color(shown.getRGB(5, 5))).isEqualTo(new Color(255, 128, 0));
    }

    @Test
    void of_an_animation_the_first_picture_is_kept() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        try (ImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.prepareWriteSequence(null);
            for (Color colour : new Color[] {Color.RED, Color.BLUE}) {
                BufferedImage picture = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
                Graphics2D graphics = picture.createGraphics();
                graphics.setColor(colour);
                graphics.fillRect(0, 0, SIDE, SIDE);
                graphics.dispose();
                writer.writeToSequence(new IIOImage(picture, null, null), null);
            }
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }

        Encoded image = rendered(out.toByteArray());

        assertThat(image.contentType()).isEqualTo("image/png");
        assertThat(new Color(decoded(image).getRGB(5, 5))).isEqualTo(Color.RED);
    }
}
