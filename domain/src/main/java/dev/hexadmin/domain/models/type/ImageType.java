package dev.hexadmin.domain.models.type;

import java.util.List;

/** {@code image}: an uploaded picture, by its id. */
public final class ImageType extends FileType {
    public ImageType() {}

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(); // the class of a file does not tell whether it is an image
    }
}
