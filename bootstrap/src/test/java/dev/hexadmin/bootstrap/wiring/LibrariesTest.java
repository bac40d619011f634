package dev.hexadmin.bootstrap.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.hexadmin.bootstrap.wiring.Libraries.Requirement;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesTest {
    private static final Requirement REQUIREMENT =
            new Requirement("codec", "2.0 or later", "org.example.codec.Codec", "org.example.codec.Codec#stream");

    @TempDir
    Path folder;

    @Test
    void the_libraries_of_this_build_are_suitable() {
        assertThatCode(() -> Libraries.check(true)).doesNotThrowAnyException();
    }

    @Test
    void an_old_library_is_reported_with_its_version_and_place() throws Exception {
        Path jar = folder.resolve("codec-1.4.2.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry("org/example/codec/Codec.class"));
            zip.write(ClassFile.of().build(ClassDesc.of("org.example.codec.Codec"), type -> {}));
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            assertThat(Libraries.problems(List.of(REQUIREMENT), loader))
                    .singleElement()
                    .hasToString("libraries: codec: version 1.4.2 is not suitable, which comes from "
                            + jar.toUri().toURL()
                            + ". Hexadmin needs 2.0 or later: set this version where your build chooses"
                            + " versions of libraries");
        }
    }

    @Test
    void a_missing_library_is_reported() throws Exception {
        try (URLClassLoader none = new URLClassLoader(new URL[0], null)) {
            assertThat(Libraries.problems(List.of(REQUIREMENT), none))
                    .singleElement()
                    .asString()
                    .startsWith("libraries: codec: it is missing. Hexadmin needs 2.0 or later");
        }
    }
}
