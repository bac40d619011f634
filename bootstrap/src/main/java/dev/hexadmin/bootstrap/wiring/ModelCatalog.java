package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.records.FieldVisibility;
import dev.hexadmin.domain.text.Nearest;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.copy.DatabaseCopy;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All models of an installation: built-in ones, those of the file and of Java, and introspected ones. Thread-safe. */
final class ModelCatalog {
    private static final System.Logger LOG = System.getLogger(ModelCatalog.class.getName());

    private final Settings settings;
    private final Persistence persistence;
    private final Set<String> introspected = new HashSet<>();
    private final ModelRegistry registry;
    private final List<Model> managed;
    private final Map<String, Model> beside = new HashMap<>();

    /**
     * Links the models; reads the database without changing it.
     *
     * @throws ConfigurationException when they contradict each other
     */
    ModelCatalog(Settings settings, Registrations registrations, MessageChannels channels, Persistence persistence) {
        this.settings = settings;
        this.persistence = persistence;
        List<ModelDefinition> definitions = definitions(settings, registrations, channels);
        refuseBuiltIn(settings, registrations, channels, persistence::isBuiltInHere);
        if (settings.get(Setting.INTROSPECT)) {
            List<ModelDefinition> found = introspected(persistence, definitions, settings);
            found.forEach(model -> introspected.add(model.name()));
            definitions.addAll(found);
        }
        limit(definitions, persistence);
        addComputed(definitions, registrations.code().computed());
        this.registry = linked(definitions, settings);
        this.managed = isManaging() ? managed(settings, registrations, registry) : List.of();
        managing(() -> persistence.requireManageable(managed));
    }

    /**
     * The models that are known without the database.
     *
     * @throws ConfigurationException when they contradict each other
     */
    static ModelRegistry withoutDatabase(Settings settings, Registrations registrations, MessageChannels channels) {
        List<ModelDefinition> definitions = definitions(settings, registrations, channels);
        refuseBuiltIn(settings, registrations, channels, Persistence::isBuiltIn);
        addComputed(definitions, registrations.code().computed());
        ModelRegistry registry = linked(definitions, settings);
        if (settings.schema() == Setting.Schema.MANAGE && !(settings.connection() instanceof DatabaseSettings.Given)) {
            List<Model> managed = managed(settings, registrations, registry);
            managing(settings, () -> Persistence.requireManageable(settings.connection(), managed));
        }
        return registry;
    }

    ModelRegistry registry() {
        return registry;
    }

    /** The models whose tables belong to another program. */
    List<ModelDefinition> unmanaged() {
        return models().stream()
                .filter(model -> !managed.contains(model))
                .map(Model::definition)
                .toList();
    }

    /** The models that are not built in. */
    List<Model> models() {
        return registry.models().stream().filter(model -> !model.builtIn()).toList();
    }

    private boolean isManaging() {
        return settings.schema() == Setting.Schema.MANAGE;
    }

    /** The models whose tables are managed. */
    private static List<Model> managed(Settings settings, Registrations registrations, ModelRegistry registry) {
        Set<String> names = new HashSet<>();
        settings.models().forEach(model -> names.add(model.name()));
        registrations.models().forEach(model -> names.add(model.name()));
        return registry.models().stream()
                .filter(model -> names.contains(model.name()))
                .toList();
    }

    /**
     * Creates and extends the tables of managed models, and checks the other tables.
     *
     * @throws ConfigurationException when a table cannot be migrated to its model, or does not match it
     */
    void prepareTables() {
        if (isManaging()) {
            managing(() -> persistence.manage(managed));
        }
        checkTables(persistence.problems(models(), managed), introspected);
    }

    /**
     * Creates what the tables of managed models lack, also when the models are unchanged since the last start.
     *
     * @throws ConfigurationException when a table cannot be migrated to its model
     */
    void repair() {
        if (isManaging()) {
            managing(() -> persistence.repair(managed));
        }
    }

    /**
     * Copies the installation into an empty database, with the tables of managed models.
     *
     * @throws ConfigurationException when a table does not match its model, or cannot be made in the target
     */
    DatabaseCopy.Result copyTo(DatabaseSettings target, boolean whileRunning, DatabaseCopy.Progress progress) {
        return managing(settings, () -> persistence.copyTo(target, managed, whileRunning, progress));
    }

    /**
     * Drops the columns of managed tables that belong to no field, after everything that {@link #prepareTables} does.
     *
     * @throws ConfigurationException when tables are not managed, or a table cannot be migrated to its model
     */
    void dropColumns() {
        if (!isManaging()) {
            throw new ConfigurationException(new ConfigurationException.Problem(
                    Setting.DATABASE_SCHEMA.key(),
                    "",
                    "with 'existing', tables are not changed, so --drop has nothing to drop"));
        }
        managing(() -> persistence.manageAndDrop(managed));
    }

    /**
     * The statements that {@link #repair} would run, and the search indexes that it would build.
     *
     * @param dropping those of {@link #dropColumns}
     * @throws ConfigurationException when the tables cannot be migrated to the models
     */
    List<String> plan(boolean dropping) {
        List<String> lines = new ArrayList<>();
        if (isManaging()) {
            managing(() -> persistence.plan(managed, dropping).forEach(statement -> lines.add(statement + ";")));
            persistence
                    .planSearch(managed)
                    .forEach(model -> lines.add("-- The search index of the model '" + model + "' is updated."));
        }
        return lines;
    }

    /** Suggestions of indexes, from what lists were asked for, as lines. */
    List<String> suggestions() {
        List<String> lines = new ArrayList<>();
        for (Persistence.MissingIndex one : persistence.missingIndexes(models())) {
            boolean own = managed.stream().anyMatch(model -> model.name().equals(one.model()));
            lines.add("The field '" + one.field() + "' of '" + one.model() + "' has no index: lists were ordered by it "
                    + one.ordered() + " times and filtered by it " + one.filtered() + " times. "
                    + (own ? "Add to the field in the configuration file:" : "The statement that creates one:"));
            lines.add(
                    own
                            ? "  index: true   # models." + one.model() + ".fields." + one.field()
                            : "  " + one.statement() + ";");
        }
        return lines;
    }

    /**
     * Checks the models against the tables of the database, without changing it.
     *
     * @throws ConfigurationException when they do not match
     */
    void check() {
        plan(false);
        checkTables(
                persistence.problems(models(), List.of()).stream() // superfluous columns are in the plan
                        .filter(one -> !isManaging() || !one.missing()) // the start creates missing columns
                        .toList(),
                introspected);
    }

    /**
     * A model in addition to the registered ones, with its table; the registered model when it is equal.
     *
     * @throws IllegalArgumentException when another model has this name, its table is built in, or a referenced model does
     *     not exist
     * @throws ConfigurationException when its table cannot be migrated to it
     */
    synchronized Model beside(ModelDefinition definition) {
        builtInTables(definition, persistence::isBuiltInHere).findFirst().ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        @Nullable Model known = registry.model(definition.name()).orElse(beside.get(definition.name()));
        if (known != null) {
            if (!known.definition().equals(definition)) {
                throw new IllegalArgumentException(
                        "there is another model called '" + definition.name() + "': choose another name");
            }
            return known;
        }
        Model model = registry.beside(definition);
        if (isManaging()) {
            managing(() -> persistence.manageBeside(model));
        }
        beside.put(model.name(), model);
        return model;
    }

    private static List<ModelDefinition> introspected(
            Persistence persistence, List<ModelDefinition> definitions, Settings settings) {
        try {
            return persistence.introspect(definitions, settings.get(Setting.DATABASE_SCHEMAS));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(new ConfigurationException.Problem(
                    Setting.DATABASE_SCHEMAS.key(), "", String.valueOf(e.getMessage())));
        }
    }

    /** Restricts each model's operations to those that the database allows on its table. */
    private static void limit(List<ModelDefinition> definitions, Persistence persistence) {
        Map<String, ModelDefinition> all = new HashMap<>();
        persistence
                .limited(definitions.stream()
                        .filter(model -> model.availability().access() == ModelDefinition.Access.OPEN)
                        .toList())
                .forEach(model -> all.put(model.name(), model));
        definitions.replaceAll(model -> {
            ModelDefinition limited = all.getOrDefault(model.name(), model);
            Set<Operation> gone = EnumSet.noneOf(Operation.class);
            gone.addAll(model.availability().operations());
            gone.removeAll(limited.availability().operations());
            if (!gone.isEmpty()) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "The database does not allow {0} on the table ''{1}'': it is not offered on records of ''{2}''",
                        gone,
                        model.table(),
                        model.name());
            }
            return limited;
        });
    }

    /** Problems of a configured model stop the start; those of an introspected one are logged. */
    private static void checkTables(List<Persistence.TableProblem> found, Set<String> introspected) {
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        for (Persistence.TableProblem one : found) {
            if (introspected.contains(one.model())) {
                LOG.log(System.Logger.Level.WARNING, "The model ''{0}'': {1}", one.model(), one.sentence());
            } else {
                problems.add(new ConfigurationException.Problem("models", one.model(), one.sentence()));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private static List<ModelDefinition> builtIn(MessageChannels channels) {
        List<ModelDefinition> definitions = new ArrayList<>();
        definitions.add(IdentityModels.users());
        definitions.add(IdentityModels.loginAttempts());
        definitions.addAll(AccessModels.definitions());
        definitions.addAll(NotificationModels.definitions(channels));
        return definitions;
    }

    private static List<ModelDefinition> definitions(
            Settings settings, Registrations registrations, MessageChannels channels) {
        List<ModelDefinition> definitions = builtIn(channels);
        definitions.addAll(settings.models());
        Set<String> off = new HashSet<>();
        for (ModelDefinition model : registrations.models()) {
            if (model.availability().feature().isEmpty()
                    || settings.features()
                            .contains(model.availability().feature().get())) {
                definitions.add(model);
            } else {
                off.add(model.name());
            }
        }
        definitions.replaceAll(model -> model.withoutInlines(off));
        return definitions;
    }

    /** The program's own models and tables are used by its own code, with the rights that belong to them. */
    private static void refuseBuiltIn(
            Settings settings, Registrations registrations, MessageChannels channels, Predicate<String> ownTable) {
        Set<String> names =
                builtIn(channels).stream().map(ModelDefinition::name).collect(Collectors.toSet());
        List<ConfigurationException.Problem> problems = Stream.concat(
                        settings.models().stream(), registrations.models().stream())
                .flatMap(model -> names.contains(model.name())
                        ? Stream.of("model '" + model.name() + "': a built-in model has this name; choose another one")
                        : builtInTables(model, ownTable))
                .map(settings.configured()::problem)
                .toList();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private static Stream<String> builtInTables(ModelDefinition model, Predicate<String> own) {
        String rule = "', which is one of Hexadmin's own: no other model may use it";
        Stream<String> table = own.test(model.table())
                ? Stream.of("model '" + model.name() + "': 'table' names '" + model.table() + rule)
                : Stream.empty();
        Stream<String> joins = model.fields().stream()
                .flatMap(field -> field.reference().flatMap(Reference::through).stream()
                        .filter(join -> own.test(join.table()))
                        .map(join -> "model '" + model.name() + "', field '" + field.name() + "': 'through' names '"
                                + join.table() + rule));
        return Stream.concat(table, joins);
    }

    private static void addComputed(List<ModelDefinition> definitions, Map<String, List<FieldDefinition>> computed) {
        computed.forEach((model, fields) -> {
            int at = 0;
            while (at < definitions.size() && !definitions.get(at).name().equals(model)) {
                at++;
            }
            try {
                if (at == definitions.size()) {
                    throw new IllegalArgumentException("there is no model of this name"
                            + Nearest.question(
                                    model,
                                    definitions.stream()
                                            .map(ModelDefinition::name)
                                            .toList()));
                }
                definitions.set(at, definitions.get(at).withComputed(fields));
            } catch (IllegalArgumentException e) {
                throw new ConfigurationException(
                        new ConfigurationException.Problem("computed", model, String.valueOf(e.getMessage())));
            }
        });
    }

    /** @param settings whose models have the words of the configuration file in messages */
    private static ModelRegistry linked(List<ModelDefinition> definitions, Settings settings) {
        try {
            ModelRegistry registry = ModelRegistry.of(definitions);
            registry.models().forEach(FieldVisibility::of);
            return registry;
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(settings.configured().problem(String.valueOf(e.getMessage())));
        }
    }

    private void managing(Runnable change) {
        managing(settings, change);
    }

    private static void managing(Settings settings, Runnable change) {
        managing(settings, () -> {
            change.run();
            return true;
        });
    }

    private static <T> T managing(Settings settings, Supplier<T> change) {
        try {
            return change.get();
        } catch (SchemaMismatchException e) {
            throw new ConfigurationException(e.reasons().stream()
                    .map(reason -> settings.configured().problem(reason))
                    .toList());
        }
    }
}
