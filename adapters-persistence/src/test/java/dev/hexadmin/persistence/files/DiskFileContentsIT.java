package dev.hexadmin.persistence.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.files.port.FileContents;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFileContentsIT extends FileContentsContract {
    private Path root;

    @Override
    FileContents open(Path folder) {
        root = folder.resolve("files");
        return new DiskFileContents(root);
    }

    @Override
    void interrupt() {
        try (Stream<Path> files = Files.walk(root)) {
            Path written = files.filter(Files::isRegularFile).findFirst().orElseThrow();
            Files.createTempFile(written.getParent(), "piece-5", ".part");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    int objects() {
        try (Stream<Path> files = Files.walk(root)) {
            return (int) files.filter(Files::isRegularFile).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void joining_continues_after_a_failure_and_is_done_by_one_request_at_a_time(@TempDir Path folder)
            throws IOException {
        FileContents contents = open(folder);
        List<FileContents.Piece> pieces =
                List.of(new FileContents.Piece("piece-0", 3), new FileContents.Piece("piece-3", 2));
        contents.write(FILE, "piece-0", new ByteArrayInputStream(new byte[] {1, 2, 3}));
        assertThatThrownBy(() -> contents.join(FILE, pieces, FileContents.ORIGINAL))
                .isInstanceOf(ServiceUnavailableException.class);
        assertThat(contents.size(FILE, "piece-0")).isEmpty();
        contents.write(FILE, "piece-3", new ByteArrayInputStream(new byte[] {4, 5}));
        Path joined;
        try (Stream<Path> files = Files.walk(root)) {
            joined = files.filter(file -> file.endsWith("joined.part"))
                    .findFirst()
                    .orElseThrow();
        }
        try (FileChannel other = FileChannel.open(joined, StandardOpenOption.WRITE);
                FileLock lock = other.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThatThrownBy(() -> contents.join(FILE, pieces, FileContents.ORIGINAL))
                    .isInstanceOf(ServiceUnavailableException.class);
        }

        contents.join(FILE, pieces, FileContents.ORIGINAL);

        assertThat(contents.read(FILE, FileContents.ORIGINAL, 0, 10).orElseThrow())
                .hasBinaryContent(new byte[] {1, 2, 3, 4, 5});
        assertThat(objects()).isEqualTo(1);
    }
}
