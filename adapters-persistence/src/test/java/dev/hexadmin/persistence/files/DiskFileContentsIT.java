package dev.hexadmin.persistence.files;

import dev.hexadmin.application.files.port.FileContents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

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
}
