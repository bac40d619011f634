package dev.hexadmin.persistence.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.files.port.FileContents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of files, in each of the stores. */
abstract class FileContentsContract {
    private static final int MIB = 1024 * 1024;
    static final UUID FILE = new UUID(1, 2);

    private FileContents contents;

    abstract FileContents open(Path folder);

    /** Number of objects, finished or not, that the store has. */
    abstract int objects();

    /** Leaves what a server that failed while it wrote a part of {@link #FILE} has left. */
    abstract void interrupt();

    @BeforeEach
    void start(@TempDir Path folder) {
        contents = open(folder);
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new SplittableRandom(size).nextBytes(bytes);
        return bytes;
    }

    private static byte[] all(Optional<InputStream> in) {
        try (InputStream content = in.orElseThrow()) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives a number of bytes, and then fails. */
    private static InputStream failing(int after, RuntimeException failure) {
        return new InputStream() {
            private int given;

            @Override
            public int read() {
                if (given++ == after) {
                    throw failure;
                }
                return 'a';
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100_000, 8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 20 * MIB})
    void what_is_written_is_read(int size) {
        byte[] content = bytes(size);
        contents.write(FILE, FileContents.ORIGINAL, new ByteArrayInputStream(content));

        assertThat(contents.size(FILE, FileContents.ORIGINAL)).contains((long) size);
        assertThat(all(contents.read(FILE, FileContents.ORIGINAL, 0, size))).isEqualTo(content);
    }

    @Test
    void a_range_is_read() {
        byte[] content = bytes(10 * MIB);
        contents.write(FILE, FileContents.ORIGINAL, new ByteArrayInputStream(content));

        assertThat(all(contents.read(FILE, FileContents.ORIGINAL, 9 * MIB, 3)))
                .containsExactly(content[9 * MIB], content[9 * MIB + 1], content[9 * MIB + 2]);
        assertThat(all(contents.read(FILE, FileContents.ORIGINAL, 10 * MIB - 1, 1)))
                .containsExactly(content[10 * MIB - 1]);
        assertThat(all(contents.read(FILE, FileContents.ORIGINAL, 5, 0))).isEmpty();
    }

    @Test
    void what_was_never_written_is_not_there() {
        assertThat(contents.size(FILE, "small")).isEmpty();
        assertThat(contents.read(FILE, "small", 0, 10)).isEmpty();
        assertThat(contents.read(FILE, "small", 0, 0)).isEmpty();
        contents.removeAll(FILE, "");
    }

    @Test
    void a_part_is_replaced_and_all_parts_of_a_file_are_removed() {
        UUID other = new UUID(1, 3);
        contents.write(FILE, FileContents.ORIGINAL, new ByteArrayInputStream(bytes(5)));
        contents.write(FILE, FileContents.ORIGINAL, new ByteArrayInputStream(bytes(7)));
        contents.write(FILE, "small", new ByteArrayInputStream(bytes(3)));
        contents.write(other, FileContents.ORIGINAL, new ByteArrayInputStream(bytes(4)));

        assertThat(contents.size(FILE, FileContents.ORIGINAL)).contains(7L);
        contents.removeAll(FILE, "");
        assertThat(contents.size(FILE, FileContents.ORIGINAL)).isEmpty();
        assertThat(contents.size(FILE, "small")).isEmpty();
        assertThat(contents.size(other, FileContents.ORIGINAL)).contains(4L);
        assertThat(objects()).isEqualTo(1);
    }

    @Test
    void parts_are_removed_by_the_beginning_of_their_names_and_with_them_what_a_crash_has_left() {
        contents.write(FILE, FileContents.ORIGINAL, new ByteArrayInputStream(bytes(5)));
        contents.write(FILE, "piece-0", new ByteArrayInputStream(bytes(3)));
        contents.write(FILE, "piece-3", new ByteArrayInputStream(bytes(2)));
        interrupt();
        contents.removeAll(new UUID(1, 3), "");
        assertThat(objects()).isEqualTo(4);

        contents.removeAll(FILE, "piece-");

        assertThat(contents.size(FILE, FileContents.ORIGINAL)).contains(5L);
        assertThat(objects()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 9 * MIB})
    void content_that_breaks_off_leaves_nothing_or_what_was_there(int after) {
        RequestRejectedException failure =
                new RequestRejectedException(Category.MALFORMED, "incomplete_body", "The body ended.");

        assertThatThrownBy(() -> contents.write(FILE, FileContents.ORIGINAL, failing(after, failure)))
                .isSameAs(failure);
        assertThat(objects()).isZero();
        contents.write(FILE, FileContents.ORIGINAL, new ByteArrayInputStream(bytes(5)));
        assertThatThrownBy(() -> contents.write(FILE, FileContents.ORIGINAL, failing(after, failure)))
                .isSameAs(failure);
        assertThat(all(contents.read(FILE, FileContents.ORIGINAL, 0, 5))).isEqualTo(bytes(5));
        assertThatThrownBy(() -> contents.write(FILE, FileContents.ORIGINAL, new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("gone");
                    }
                }))
                .isInstanceOf(ServiceUnavailableException.class);
    }

    private List<FileContents.Piece> pieces(int... sizes) {
        List<FileContents.Piece> pieces = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            contents.write(FILE, "piece-" + i, new ByteArrayInputStream(bytes(sizes[i])));
            pieces.add(new FileContents.Piece("piece-" + i, sizes[i]));
        }
        return pieces;
    }

    private static byte[] joined(int... sizes) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size : sizes) {
            all.writeBytes(bytes(size));
        }
        return all.toByteArray();
    }

    static Stream<int[]> sizes() {
        return Stream.of(
                new int[] {}, new int[] {1}, new int[] {3, 1, 2}, new int[] {8 * MIB - 1, 8 * MIB - 1, 7}, new int[] {
                    1, 6 * MIB, 100, 200, 6 * MIB, 5
                });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void pieces_become_one_part(int[] sizes) {
        List<FileContents.Piece> pieces = pieces(sizes);

        contents.join(FILE, pieces, FileContents.ORIGINAL);
        contents.join(FILE, pieces, FileContents.ORIGINAL);

        byte[] expected = joined(sizes);
        assertThat(contents.size(FILE, FileContents.ORIGINAL)).contains((long) expected.length);
        assertThat(all(contents.read(FILE, FileContents.ORIGINAL, 0, expected.length)))
                .isEqualTo(expected);
        contents.removeAll(FILE, "piece-");
        assertThat(objects()).isEqualTo(1);
    }

    @Test
    void pieces_of_which_one_is_missing_are_not_joined() {
        List<FileContents.Piece> pieces = pieces(5, 6 * MIB, 7);
        contents.remove(FILE, "piece-2");

        assertThatThrownBy(() -> contents.join(FILE, pieces, FileContents.ORIGINAL))
                .isInstanceOf(ServiceUnavailableException.class);
        assertThat(contents.size(FILE, FileContents.ORIGINAL)).isEmpty();
        contents.removeAll(FILE, "");
        assertThat(objects()).isZero();
    }
}
