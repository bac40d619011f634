package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.request.Upload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files in the form of a record. Each is uploaded while the form is read; the form's field then holds its id, also when the
 * form is shown again. Thread-safe.
 */
final class FormUploads {
    /** The prefix of a form's field with a file. */
    static final String FILE = "file.";

    /** The prefix of a box that removes the file. */
    static final String DROP = "drop.";

    private final UploadingFiles uploading;

    FormUploads(UploadingFiles uploading) {
        this.uploading = uploading;
    }

    /**
     * A form whose files are uploaded.
     *
     * @param wrong why some of them were rejected
     */
    record Read(Form form, List<Violation> wrong) {}

    Read read(RequestContext request, Actor.SignedIn actor, Model model, List<FieldDefinition> fields) {
        if (!Upload.isSentBy(request)) {
            return new Read(request.form(), List.of());
        }
        Upload upload = request.upload();
        Map<String, String> uploaded = new LinkedHashMap<>();
        List<Violation> wrong = new ArrayList<>();
        do {
            String name = upload.fileField();
            if (upload.rawFileName().isEmpty() || !name.startsWith(FILE)) {
                continue;
            }
            for (FieldDefinition field : fields) {
                if (field.holdsFile() && name.equals(FILE + field.name())) {
                    upload(actor, model, field, upload, wrong, uploaded);
                }
            }
        } while (upload.another());
        Map<String, List<String>> texts = upload.texts();
        for (FieldDefinition field : fields) {
            if (texts.containsKey(DROP + field.name())) {
                texts.put(field.name(), List.of());
            }
        }
        uploaded.forEach((name, id) -> texts.put(name, List.of(id)));
        return new Read(Form.of(texts), wrong);
    }

    private void upload(
            Actor.SignedIn actor,
            Model model,
            FieldDefinition field,
            Upload upload,
            List<Violation> wrong,
            Map<String, String> uploaded) {
        try {
            uploaded.put(
                    field.name(),
                    uploading
                            .upload(actor, model, field, upload.rawFileName(), upload.file(Long.MAX_VALUE))
                            .id()
                            .toString());
        } catch (RequestRejectedException refused) {
            switch (refused.category()) {
                case INVALID, TOO_LARGE, UNSUPPORTED_TYPE ->
                    wrong.add(Violation.at(field.name(), refused.code(), why(refused)));
                case MALFORMED,
                        UNAUTHENTICATED,
                        FORBIDDEN,
                        NOT_FOUND,
                        CONFLICT,
                        PRECONDITION_FAILED,
                        PRECONDITION_REQUIRED,
                        TOO_MANY,
                        UNAVAILABLE -> throw refused;
            }
        }
    }

    private static String why(RequestRejectedException refused) {
        return refused.violations().stream()
                .findFirst()
                .map(one -> text(one.text()))
                .orElseGet(() -> text(refused.text()));
    }
}
