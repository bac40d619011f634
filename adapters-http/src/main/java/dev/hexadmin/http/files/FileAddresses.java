package dev.hexadmin.http.files;

import dev.hexadmin.application.files.FileLinks;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import dev.hexadmin.http.server.json.JsonRecords;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The addresses of files, which are signed for five minutes. Thread-safe. */
public final class FileAddresses implements JsonRecords.Files {
    private final String path;
    private final FileLinks links;

    /** @param adminPath where the panel is mounted */
    public FileAddresses(String adminPath, FileLinks links) {
        this.path = path(adminPath);
        this.links = links;
    }

    static String path(String adminPath) {
        return adminPath + "/api/files";
    }

    /** The address of a file or of a thumbnail. */
    public String of(FileReference file, String version) {
        long expires = links.expiry();
        return path + "/" + file.id() + "?version=" + version + "&expires=" + expires + "&signature="
                + links.signature(file.id(), version, expires);
    }

    /** Where files are uploaded. */
    public String upload() {
        return path + "/";
    }

    /** An address that does not expire, for users who have signed in and may read the file. */
    public String lasting(FileReference file) {
        return path + "/" + file.id();
    }

    /** The thumbnail of a field that is nearest to a list: the smallest; empty for a file that is no image. */
    public Optional<String> thumbnail(FieldDefinition field, FileReference file) {
        return smallest(field).map(size -> of(file, size));
    }

    private static Optional<String> smallest(FieldDefinition field) {
        return field.type() == FieldType.IMAGE
                ? field.files().thumbnails().entrySet().stream()
                        .min(Comparator.comparingInt((Map.Entry<String, Dimensions> size) ->
                                        size.getValue().width()
                                                * size.getValue().height())
                                .thenComparing(Map.Entry::getKey))
                        .map(Map.Entry::getKey)
                : Optional.empty();
    }

    @Override
    public Optional<String> url(FileReference file) {
        return Optional.of(of(file, FileLinks.ORIGINAL));
    }

    @Override
    public Map<String, String> thumbnails(FieldDefinition field, FileReference file) {
        Map<String, String> thumbnails = new LinkedHashMap<>();
        if (field.type() == FieldType.IMAGE) {
            field.files().thumbnails().keySet().forEach(size -> thumbnails.put(size, of(file, size)));
        }
        return thumbnails;
    }

    /** Changes when new addresses differ from those that were made before. */
    public String period() {
        return Long.toString(links.expiry());
    }

    /** The answer to an upload. */
    FileResponse response(FieldDefinition field, FileReference file) {
        FileReference.Facts facts = file.facts().orElseThrow();
        return new FileResponse(
                file.id().toString(),
                facts.name(),
                facts.size(),
                facts.contentType(),
                facts.sha256(),
                facts.dimensions().map(Dimensions::width).orElse(null),
                facts.dimensions().map(Dimensions::height).orElse(null),
                of(file, FileLinks.ORIGINAL),
                thumbnails(field, file));
    }
}
