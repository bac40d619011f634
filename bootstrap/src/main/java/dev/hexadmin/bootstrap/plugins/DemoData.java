package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.application.plugin.Demo;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.views.port.SavedViews;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.persistence.BulkLoad;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The installed {@link Demo}: its configuration, and its records in a database. Not thread-safe. */
public final class DemoData {
    private final Demo demo;

    private DemoData(Demo demo) {
        this.demo = demo;
    }

    /** The installed demo; if there are several, the first one that the module system finds. */
    public static Optional<DemoData> find() {
        return PluginLayer.own().services(Demo.class).findFirst().map(found -> new DemoData(found.get()));
    }

    /** The configuration of the demo. */
    public Settings.Text configuration() {
        return new Settings.Text("the demo's hexadmin.yaml", demo.configuration());
    }

    /** The files of records. */
    List<Demo.Upload> files() {
        return demo.files();
    }

    /** The records of each model. */
    List<Demo.Records> records() {
        return demo.records();
    }

    /** Stores the files of the demo, without an owner, and writes them into their records. */
    public void saveFiles(
            BulkLoad load, ModelRegistry registry, UploadingFiles uploading, Files files, UnitOfWork work) {
        for (Demo.Upload upload : files()) {
            Model model = registry.model(upload.model()).orElseThrow();
            FieldDefinition field = model.fieldNamed(upload.field());
            try (InputStream content = upload.content().get()) {
                FileReference file = uploading.upload(new Actor.Operator("demo"), model, field, upload.name(), content);
                work.write(scope -> {
                    // no hook runs, which would note that records name the file
                    files.use(file.id());
                    return load.set(model, field, file, upload.records());
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Saves the views of the demo for a user. */
    public void saveViews(SavedViews views, UnitOfWork unitOfWork, UserId owner) {
        unitOfWork.write(scope -> {
            demo.views()
                    .forEach(view -> views.insert(new SavedView(
                            0,
                            owner,
                            view.model(),
                            view.name(),
                            new SavedView.ListState(view.query(), List.of(), SavedView.Density.NORMAL),
                            List.of(),
                            false)));
            return owner;
        });
    }

    /** The result of {@link #load}. */
    public enum Result {
        LOADED,
        /** There are rows already: nothing was changed. */
        NOT_EMPTY,
        /** The registered models are not those of the demo: nothing was changed. */
        OTHER_MODELS
    }

    /**
     * Loads the records if all of the demo's tables are empty.
     *
     * @param progress receives the names of the models while they are loaded, on one line
     */
    public Result load(BulkLoad load, ModelRegistry registry, PrintWriter progress) {
        List<Demo.Records> all = records();
        List<Model> models = new ArrayList<>();
        for (Demo.Records records : all) {
            Optional<Model> model = registry.model(records.model());
            if (model.isEmpty()
                    || model.get().storedFields().size() != records.row().apply(0).length) {
                return Result.OTHER_MODELS;
            }
            models.add(model.get());
        }
        if (!models.stream().allMatch(load::empty)) {
            return Result.NOT_EMPTY;
        }
        progress.print("Loading the demo:");
        progress.flush();
        // an interrupted start leaves the tables empty, and the next one loads again
        long count = load.atomically(() -> insert(load, registry, models, progress));
        load.analyze();
        progress.println(", " + count + " rows.");
        return Result.LOADED;
    }

    private long insert(BulkLoad load, ModelRegistry registry, List<Model> models, PrintWriter progress) {
        Iterator<Model> model = models.iterator();
        long count = 0;
        for (Demo.Records records : records()) {
            progress.print(" " + records.model());
            progress.flush();
            count += load.load(model.next(), records.iterator());
        }
        for (Demo.Links links : demo.links()) {
            Model linked = registry.model(links.model()).orElseThrow();
            count += load.link(
                    linked, linked.fieldNamed(links.field()), links.pairs().iterator());
        }
        return count;
    }
}
