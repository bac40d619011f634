package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FileReference;
import java.util.List;

/** {@code file}: an uploaded file. */
public final class FileType extends UploadType {
    public FileType() {}

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(FileReference.class);
    }
}
