package dev.hexadmin.http.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.http.openapi.CannedRequestContext;
import dev.hexadmin.http.server.problem.Problem;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UploadTest {
    private static final int KIB = 1024;

    private static String field(String name, String value) {
        return "--line\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }

    private static String file(int size) {
        return "--line\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f.txt\"\r\n\r\n" + "x".repeat(size)
                + "\r\n";
    }

    private static Upload read(String parts) {
        Map<String, String> headers = Map.of("Content-Type", "multipart/form-data; boundary=line");
        return Upload.read(
                new CannedRequestContext("/", Map.of(), Map.of(), headers, CannedRequestContext.anonymous()),
                () -> new ByteArrayInputStream((parts + "--line--\r\n").getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void fields_before_between_and_after_files_are_read() {
        Upload upload = read(field("a", "1") + file(500 * KIB) + field("b", "2") + file(0) + field("c", "3"));
        upload.skipFiles(600 * KIB);
        assertThat(upload.texts())
                .containsOnly(Map.entry("a", List.of("1")), Map.entry("b", List.of("2")), Map.entry("c", List.of("3")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "filename=\"?.txt\"; filename*=UTF-8''%C3%BCber%20%22uns%22.txt | über \"uns\".txt",
                "filename*=utf-8'de'a%2Bb+c.txt; filename=\"x.txt\" | a+b+c.txt",
                "filename*=UTF-8''only.txt | only.txt",
                "filename=\"x.txt\"; filename*=UTF-8''%FF.txt | x.txt",
                "filename=\"x.txt\"; filename*=ISO-8859-1''%FC.txt | x.txt"
            })
    void the_name_of_a_file_may_be_percent_encoded(String given, String name) {
        Upload upload = read("--line\r\nContent-Disposition: form-data; name=\"f\"; " + given + "\r\n\r\nx\r\n");
        assertThat(upload.rawFileName()).isEqualTo(name);
    }

    @Test
    void a_name_may_be_as_long_as_a_head() {
        for (String name : List.of("x".repeat(8_000), "\\\"".repeat(4_000))) {
            Upload upload = read(
                    "--line\r\nContent-Disposition: form-data; name=\"f\"; filename=\"" + name + "\"\r\n\r\nx\r\n");
            assertThat(upload.rawFileName()).isEqualTo(name.replace("\\", ""));
        }
    }

    @Test
    void all_files_together_are_skipped_up_to_a_limit_and_empty_ones_count() {
        Upload large = read(file(300 * KIB) + file(300 * KIB));
        assertThatThrownBy(() -> large.skipFiles(500 * KIB)).isInstanceOf(Problem.class);
        Upload many = read(file(0).repeat(100));
        assertThatThrownBy(() -> many.skipFiles(500 * KIB)).isInstanceOf(Problem.class);
    }
}
