package dev.hexadmin.http.branding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrandFileTest {
    private static final String SVG =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:x=\"http://www.w3.org/1999/xlink\">";

    @TempDir
    private Path folder;

    @Test
    void a_drawing_of_a_drawing_program_is_taken_as_it_is() throws IOException {
        String drawing = "<?xml version=\"1.0\"?>\n<!-- made by hand -->\n" + SVG
                + "<metadata><r:RDF xmlns:r=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" r:about=\"C:\\mark.svg\"/></metadata>"
                + "<defs><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient></defs>"
                + "<style>.b { fill: url(#a) }</style><path class=\"b\" d=\"M0 0h8v8z\" fill=\"url('#a')\"/>"
                + "<use href=\"#a\" x:href=\"#a\"/></svg>";
        BrandFile file = BrandFile.mark(written(drawing));
        assertThat(file.extension()).isEqualTo("svg");
        assertThat(new String(file.content(), StandardCharsets.UTF_8)).isEqualTo(drawing);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "<SCRIPT>alert(1)</SCRIPT>",
                "<script xmlns=''>alert(1)</script>",
                "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>alert(1)</h:script>",
                "<path onclick='alert(1)'/>",
                "<path ONLOAD='alert(1)'/>",
                "<foreignObject/>",
                "<image href='https://example.com/a.png'/>",
                "<use href='https://example.com/a.svg#b'/>",
                "<use x:href='data:image/svg+xml;base64,AAAA'/>",
                "<a href='javascript:alert(1)'><path/></a>",
                "<path fill='url(https://example.com/a.svg#b)'/>",
                "<path style=\"fill: url( 'https://example.com/a.svg#b' )\"/>",
                "<style>@import 'https://example.com/a.css';</style>",
                "<style><![CDATA[path { fill: url(https://example.com/a.svg#b) }]]></style>",
                "<style>path { fill: u\\72l(https://example.com/a.svg#b) }</style>",
                "<animate attributeName='href' to='javascript:alert(1)'/>",
                "<set attributeName='onmouseover' to='alert(1)'/>",
                "<path xml:base='https://example.com/'/>",
                "<iframe src='https://example.com/'/>",
                "<?xml-stylesheet href='https://example.com/a.css'?>",
                "<text>&unknown;</text>",
                "<path>",
            })
    void a_drawing_that_runs_or_loads_something_is_rejected(String inside) throws IOException {
        Path file = written(SVG + inside + "</svg>");
        assertThatThrownBy(() -> BrandFile.mark(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the file '" + file + "' cannot be used: it ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>" + SVG + "<text>&a;</text></svg>",
                "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>" + SVG
                        + "<text>&b;</text></svg>",
                "<html xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></html>",
                "<svg><script>alert(1)</script></svg>",
                "GIF89a",
                "%PDF-1.7",
                "alert(1)",
            })
    void another_document_is_rejected(String content) throws IOException {
        Path file = written(content);
        assertThatThrownBy(() -> BrandFile.mark(file)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BrandFile.icon(file)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_picture_is_known_by_its_content_and_ends_where_it_ends() throws IOException {
        byte[] png = png();
        Path file = folder.resolve("mark.svg");
        Files.write(file, png);
        assertThat(BrandFile.mark(file).extension()).isEqualTo("png");
        Files.write(file, Arrays.copyOf(png, png.length - 5));
        assertThatThrownBy(() -> BrandFile.mark(file)).hasMessageContaining("cut off or damaged");
        byte[] more = Arrays.copyOf(png, png.length + 9);
        System.arraycopy("<script/>".getBytes(StandardCharsets.UTF_8), 0, more, png.length, 9);
        Files.write(file, more);
        assertThatThrownBy(() -> BrandFile.mark(file)).hasMessageContaining("something follows the end");
        byte[] huge = png.clone();
        huge[16] = 0x7f;
        Files.write(file, huge);
        assertThatThrownBy(() -> BrandFile.mark(file)).hasMessageContaining("larger than 4096");
    }

    @Test
    void an_icon_may_be_an_ico_file_and_a_mark_may_not() throws IOException {
        Path file = folder.resolve("icon.png");
        Files.write(file, new byte[] {0, 0, 1, 0, 1, 0, 16, 16});
        assertThat(BrandFile.icon(file).extension()).isEqualTo("ico");
        assertThatThrownBy(() -> BrandFile.mark(file)).hasMessageContaining("neither an SVG nor a PNG picture");
    }

    @Test
    void a_file_is_there_has_content_and_is_not_large() throws IOException {
        Path missing = folder.resolve("none.svg");
        assertThatThrownBy(() -> BrandFile.mark(missing)).hasMessage("there is no readable file '" + missing + "'");
        assertThatThrownBy(() -> BrandFile.mark(folder)).hasMessageContaining("there is no readable file");
        Path empty = written("");
        assertThatThrownBy(() -> BrandFile.styles(empty)).hasMessageContaining("is empty");
        Path large = written("/" + "*".repeat(262_144) + "/");
        assertThatThrownBy(() -> BrandFile.styles(large)).hasMessageContaining("has more than 256 KiB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@import \"more.css\";|@import",
                "a { background: url(https://example.com/a.png) }|url(…)",
                "a { background: url( \"//example.com/a.png\" ) }|url(…)",
                "a { background: url('data:image/png;base64,AA') }|url(…)",
                "a { background: url(a.png) }|url(…)",
            })
    void a_style_sheet_that_loads_from_elsewhere_is_rejected(String sheet, String named) throws IOException {
        Path file = written(sheet);
        assertThatThrownBy(() -> BrandFile.styles(file)).hasMessageContaining(named);
    }

    @Test
    void a_style_sheet_may_use_files_of_this_server() throws IOException {
        Path file = written("/* no @import and no url(a.png) */ a { fill: url(#a); background: url(\"/logo.png\") }");
        assertThat(BrandFile.styles(file).extension()).isEqualTo("css");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThatThrownBy(() -> BrandFile.styles(file)).hasMessageContaining("it is not UTF-8 text");
    }

    private Path written(String content) throws IOException {
        return Files.writeString(folder.resolve("file"), content);
    }

    /** Eight by eight white pixels. */
    private static byte[] png() {
        return Base64.getDecoder()
                .decode("iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQAAAADsdIMmAAAADElEQVR42mP4z4AC"
                        + "AT/QB/lnLUmhAAAAAElFTkSuQmCC");
    }
}
