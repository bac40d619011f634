package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Names of files, and types that are never stored. */
final class FileNames {
    /** What a machine runs when a user opens it. */
    private static final Set<String> PROGRAMS = Set.of(
            "application/x-msdownload",
            "application/x-dosexec",
            "application/vnd.microsoft.portable-executable",
            "application/x-executable",
            "application/x-elf",
            "application/x-sharedlib",
            "application/x-object",
            "application/x-coredump",
            "application/x-mach-o",
            "application/x-mach-o-executable",
            "application/x-mach-o-universal",
            "application/java-vm",
            "application/java-archive",
            "application/java-serialized-object",
            "application/vnd.android.package-archive",
            "application/x-ms-installer",
            "application/x-msi",
            "application/x-bat",
            "application/x-sh",
            "application/x-csh",
            "text/x-python",
            "text/x-perl",
            "text/x-php",
            "text/vbscript",
            "text/javascript",
            "application/javascript",
            "application/hta",
            "application/x-ms-shortcut",
            "application/x-shockwave-flash",
            "application/wasm");

    /** What systems run by its name, also where the content looks like a text. */
    private static final Set<String> PROGRAM_ENDINGS = Set.of(
            "bat", "cmd", "com", "cpl", "exe", "hta", "inf", "jse", "lnk", "msc", "msi", "msp", "pif", "ps1", "ps1xml",
            "psd1", "psm1", "reg", "scf", "scr", "url", "vb", "vbe", "vbs", "wsc", "wsf", "wsh", "command", "desktop",
            "jar", "apk");

    private static final Map<String, String> ENDINGS = Map.of("image/jpeg", ".jpg", "image/png", ".png");

    /** With any ending, Windows opens a device in place of a file. */
    private static final Pattern DEVICE =
            Pattern.compile("(CON|PRN|AUX|NUL|(COM|LPT)[0-9¹²³])\\s*(\\..*)?", Pattern.CASE_INSENSITIVE);

    private FileNames() {}

    static boolean isProgram(String contentType) {
        return PROGRAMS.contains(contentType);
    }

    /** The ending with which a system runs a file of any content. */
    static Optional<String> programEnding(String name) {
        return Optional.of(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
                .filter(ending -> name.contains(".") && PROGRAM_ENDINGS.contains(ending));
    }

    /**
     * The name in its normal form (NFC).
     *
     * @throws RequestRejectedException {@code INVALID} for an empty, long or dangerous one
     */
    static String checked(String name) {
        String normal = Normalizer.normalize(name, Normalizer.Form.NFC).strip();
        if (normal.isEmpty()) {
            throw refused("required", Message.of("The file has no name."));
        }
        if (normal.length() > UploadingFiles.LONGEST_NAME) {
            throw refused(
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {The name of the file is longer than # character.} other {The name of the file is longer than # characters.}}")
                            .with("limit", UploadingFiles.LONGEST_NAME));
        }
        boolean bad = normal.codePoints().anyMatch(FileNames::isForbidden) || normal.matches("\\.+");
        if (bad) {
            throw refused(
                    "pattern",
                    Message.of("The name of the file has a separator, a control character or nothing but dots in it."));
        }
        if (DEVICE.matcher(normal).matches()) {
            throw refused("pattern", Message.of("The name of the file is that of a device on Windows."));
        }
        return normal;
    }

    /** Also the marks that reverse the direction of text, which make {@code exe.png} of {@code gnp.exe}. */
    private static boolean isForbidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE -> true;
            default -> c == '/' || c == '\\' || c == ':' || c == 0xFFFD;
        };
    }

    private static RequestRejectedException refused(String code, Message message) {
        return RequestRejectedException.invalid(List.of(new Violation("/file", code, message)));
    }

    /** The name with the ending of the type that the file has become. */
    static String withEnding(String name, String contentType) {
        String ending = ENDINGS.getOrDefault(contentType, "");
        int dot = name.lastIndexOf('.');
        String stem = dot > 0 ? name.substring(0, dot) : name;
        String given = dot > 0 ? name.substring(dot).toLowerCase(Locale.ROOT) : "";
        return given.equals(ending) || (given.equals(".jpeg") && ending.equals(".jpg")) ? name : stem + ending;
    }
}
