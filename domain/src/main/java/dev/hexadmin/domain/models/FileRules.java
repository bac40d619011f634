package dev.hexadmin.domain.models;

import static dev.hexadmin.domain.models.FieldDefinition.require;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which files a field takes, and the sizes in which it shows images.
 *
 * @param accept media types, {@code image/png} or <code>image/&#42;</code>; empty: every type that is not dangerous, or
 *     every image that can be shown
 * @param maxBytes of a file; empty: {@link #maximum}
 * @param sizes of thumbnails by name: the box, in pixels, into which an image is scaled down
 */
public record FileRules(List<String> accept, OptionalLong maxBytes, Map<String, FileReference.Dimensions> sizes) {
    /** The maximum size of a file whose field does not set one, in bytes. */
    public static final long MAX_FILE = 64L * 1024 * 1024;

    /** The maximum size of an image whose field does not set one, in bytes. */
    public static final long MAX_IMAGE = 20L * 1024 * 1024;

    /** The largest {@code max_bytes} of an image: images are decoded in memory. */
    public static final long LARGEST_IMAGE = 100L * 1024 * 1024;

    /** The name of the size of an image field that sets none. */
    public static final String THUMBNAIL = "thumbnail";

    /** The images that can be decoded, and that browsers show. */
    public static final Set<String> IMAGES = Set.of("image/jpeg", "image/png", "image/gif", "image/webp");

    /** Any file. */
    public static final FileRules NONE = new FileRules(List.of(), OptionalLong.empty(), Map.of());

    private static final Pattern MEDIA_TYPE = Pattern.compile("[a-z0-9][a-z0-9.+-]*/(\\*|[a-z0-9][a-z0-9.+-]*)");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,31}");
    private static final int LARGEST_SIZE = 4_096;
    private static final FileReference.Dimensions USUAL = new FileReference.Dimensions(160, 160);

    public FileRules {
        accept = accept.stream().map(type -> type.toLowerCase(Locale.ROOT)).toList();
        sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
    }

    FileRules withAccept(List<String> types) {
        return new FileRules(types, maxBytes, sizes);
    }

    FileRules withMaxBytes(long bytes) {
        return new FileRules(accept, OptionalLong.of(bytes), sizes);
    }

    FileRules withSizes(Map<String, FileReference.Dimensions> named) {
        return new FileRules(accept, maxBytes, named);
    }

    /** The maximum size of a file of a field of this type, in bytes. */
    public long maximum(FieldType type) {
        return maxBytes.orElse(type == FieldType.IMAGE ? MAX_IMAGE : MAX_FILE);
    }

    /** The thumbnails of an image field. */
    public Map<String, FileReference.Dimensions> thumbnails() {
        return sizes.isEmpty() ? Map.of(THUMBNAIL, USUAL) : sizes;
    }

    /** Whether files of this media type are accepted, as far as {@code accept} says. */
    public boolean accepts(FieldType type, String contentType) {
        if (type == FieldType.IMAGE && !IMAGES.contains(contentType)) {
            return false;
        }
        return accept.isEmpty()
                || accept.stream()
                        .anyMatch(one -> one.endsWith("/*")
                                ? contentType.startsWith(one.substring(0, one.length() - 1))
                                : one.equals(contentType));
    }

    /** Checks that they are valid for a field of this name and type. */
    void check(String name, FieldType type) {
        boolean image = type == FieldType.IMAGE;
        require(
                image || type == FieldType.FILE || equals(NONE),
                name,
                "'accept', 'maxBytes' and 'sizes' are for files and images");
        require(image || sizes.isEmpty(), name, "'sizes' are for images");
        for (String one : accept) {
            require(MEDIA_TYPE.matcher(one).matches(), name, "'accept' lists media types such as image/png or image/*");
            require(
                    !image
                            || IMAGES.stream()
                                    .anyMatch(
                                            known -> new FileRules(List.of(one), maxBytes, sizes).accepts(type, known)),
                    name,
                    "an image is of "
                            + String.join(", ", IMAGES.stream().sorted().toList()));
        }
        require(
                maxBytes.orElse(1) >= 1 && (!image || maxBytes.orElse(1) <= LARGEST_IMAGE),
                name,
                "'maxBytes' is at least 1, and of an image at most " + LARGEST_IMAGE);
        sizes.forEach((size, box) -> {
            require(NAME.matcher(size).matches(), name, "the name of a size is [a-z][a-z0-9_]*");
            require(
                    box.width() >= 1
                            && box.height() >= 1
                            && box.width() <= LARGEST_SIZE
                            && box.height() <= LARGEST_SIZE,
                    name,
                    "a size is 1 to " + LARGEST_SIZE + " pixels wide and high");
        });
    }
}
