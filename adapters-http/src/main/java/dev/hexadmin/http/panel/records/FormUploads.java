package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.request.Upload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files in the form of a record and in the rows of its children. Each is uploaded while the form is read; the form's field
 * then holds its id, also when the form is shown again. Thread-safe.
 */
final class FormUploads {
    /** {@code file.FIELD} holds a file, and {@code drop.FIELD} is a box that removes it; before them is what the row has. */
    private static final Pattern NAME = Pattern.compile(
            "(" + Pattern.quote(ChildTables.PREFIX) + "([a-z0-9_]+)\\..+\\.|)(file|drop)\\.([a-z0-9_]+)");

    private final UploadingFiles uploading;

    FormUploads(UploadingFiles uploading) {
        this.uploading = uploading;
    }

    /** A field of the form that holds a file. */
    private record Target(String prefix, Model model, FieldDefinition field) {
        String name() {
            return prefix + field.name();
        }
    }

    SentForm read(RequestContext request, Actor.SignedIn actor, Model model) {
        Map<String, FileReference> uploaded = new LinkedHashMap<>();
        Map<String, Violation> rejected = new LinkedHashMap<>();
        Map<String, List<String>> texts = Upload.isSentBy(request)
                ? uploaded(request.upload(), actor, model, uploaded, rejected)
                : texts(request.form());
        new LinkedHashMap<>(texts).forEach((name, values) -> {
            target(model, name, "drop").ifPresent(target -> texts.put(Form.nameOf(target.name()), List.of()));
            target(model, name, "file")
                    .ifPresent(target -> values.stream()
                            .filter(file -> !file.isEmpty())
                            .forEach(file -> rejected.put(target.name(), notKept(target, file))));
        });
        Map<String, String> digests = new LinkedHashMap<>();
        uploaded.forEach((name, file) -> {
            texts.put(Form.nameOf(name), List.of(file.id().toString()));
            digests.put(name, file.facts().orElseThrow().sha256());
        });
        return new SentForm(Form.of(texts).ofModel(), digests, rejected);
    }

    private Map<String, List<String>> uploaded(
            Upload upload,
            Actor.SignedIn actor,
            Model model,
            Map<String, FileReference> uploaded,
            Map<String, Violation> rejected) {
        do {
            if (!upload.rawFileName().isEmpty()) {
                target(model, upload.fileField(), "file")
                        .ifPresent(target -> upload(actor, target, upload, uploaded, rejected));
            }
        } while (upload.another());
        return upload.texts();
    }

    private static Map<String, List<String>> texts(Form form) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        form.names().forEach(name -> texts.put(name, form.all(name)));
        return texts;
    }

    private static Optional<Target> target(Model model, String name, String purpose) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches() || !parts.group(3).equals(purpose)) {
            return Optional.empty();
        }
        Optional<Model> holder = parts.group(1).isEmpty()
                ? Optional.of(model)
                : model.children(parts.group(2)).map(Model.Children::model);
        return holder.flatMap(one -> one.field(parts.group(4))
                .filter(FieldDefinition::holdsFile)
                .map(field -> new Target(parts.group(1), one, field)));
    }

    private void upload(
            Actor.SignedIn actor,
            Target target,
            Upload upload,
            Map<String, FileReference> uploaded,
            Map<String, Violation> rejected) {
        try {
            uploaded.put(
                    target.name(),
                    uploading.upload(
                            actor, target.model(), target.field(), upload.rawFileName(), upload.file(Long.MAX_VALUE)));
        } catch (RequestRejectedException refused) {
            switch (refused.category()) {
                case INVALID, TOO_LARGE, UNSUPPORTED_TYPE ->
                    rejected.put(target.name(), Violation.at(target.field().name(), refused.code(), why(refused)));
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

    /** Of a file that was sent by its name only, such as by a form that goes on after a sign-in. */
    private static Violation notKept(Target target, String file) {
        return Violation.at(
                target.field().name(),
                "required",
                Message.of("Choose the file {name} again: it was not kept.").with("name", file));
    }

    private static Message why(RequestRejectedException refused) {
        return refused.violations().stream().findFirst().map(Violation::text).orElseGet(refused::text);
    }
}
