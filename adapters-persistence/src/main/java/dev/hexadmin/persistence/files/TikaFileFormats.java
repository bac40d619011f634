package dev.hexadmin.persistence.files;

import dev.hexadmin.application.files.port.FileFormats;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MimeTypes;

/** Types by the magic numbers that Apache Tika knows, images by {@link ImageCodec}. */
public final class TikaFileFormats implements FileFormats {
    private final ImageCodec images = new ImageCodec();

    /** Loaded when the first file is uploaded: its table is a large document. */
    private static final class Types {
        static final MimeTypes KNOWN = MimeTypes.getDefaultMimeTypes();
    }

    @Override
    public String typeOf(byte[] start, String name) {
        Metadata metadata = new Metadata();
        metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
        try {
            return Types.KNOWN
                    .detect(new ByteArrayInputStream(start), metadata)
                    .getBaseType()
                    .toString()
                    .toLowerCase(Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean runsScripts(InputStream svg) {
        return SvgScripts.areIn(svg);
    }

    @Override
    public Rendered render(byte[] content, Map<String, Dimensions> boxes) {
        return images.render(content, boxes);
    }
}
