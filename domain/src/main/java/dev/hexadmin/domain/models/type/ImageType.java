package dev.hexadmin.domain.models.type;

/** {@code image}: an uploaded picture, which is encoded again. The class of its values is mapped to {@code file}. */
public final class ImageType extends UploadType {
    public ImageType() {}
}
