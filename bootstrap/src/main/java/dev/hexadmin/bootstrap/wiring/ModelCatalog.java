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
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All models of an installation: built in, of the file, registered in Java, found in the database. Thread-safe. */
final class ModelCatalog {
    private static final System.Logger LOG = System.getLogger(ModelCatalog.class.getName());

    private final Settings settings;
    private final Persistence persistence;
    private final Set<String> introspected = new HashSet<>();
    private final ModelRegistry registry;
    private final List<Model> managed;
    private final Map<String, Model> beside = new HashMap<>();

    /**
     * Links the models; the database is looked at and not changed.
     *
     * @throws ConfigurationException when they do not fit together
     */
    ModelCatalog(Settings settings, Registrations registrations, MessageChannels channels, Persistence persistence) {
        this.settings = settings;
        this.persistence = persistence;
        List<ModelDefinition> definitions = definitions(settings, registrations, channels);
        if (settings.get(Setting.INTROSPECT)) {
            List<ModelDefinition> found = persistence.introspect(definitions);
            found.forEach(model -> introspected.add(model.name()));
            definitions.addAll(found);
        }
        limit(definitions, persistence);
        addComputed(definitions, registrations.code().computed());
        this.registry = linked(definitions);
        this.managed = isManaging() ? managed(registrations) : List.of();
    }

    /**
     * The models that are known without the database.
     *
     * @throws ConfigurationException when they do not fit together
     */
    static ModelRegistry withoutDatabase(Settings settings, Registrations registrations, MessageChannels channels) {
        return linked(definitions(settings, registrations, channels));
    }

    ModelRegistry registry() {
        return registry;
    }

    /** The models that are not built in. */
    List<Model> models() {
        return registry.models().stream().filter(model -> !model.builtIn()).toList();
    }

    private boolean isManaging() {
        return settings.schema() == Setting.Schema.MANAGE;
    }

    private List<Model> managed(Registrations registrations) {
        Set<String> names = new HashSet<>();
        settings.models().forEach(model -> names.add(model.name()));
        registrations.models().forEach(model -> names.add(model.name()));
        return registry.models().stream()
                .filter(model -> names.contains(model.name()))
                .toList();
    }

    /**
     * Makes the tables of managed models and adds to them, and looks whether the others fit.
     *
     * @throws ConfigurationException when a table cannot be brought to its model, or does not fit
     */
    void prepareTables() {
        if (isManaging()) {
            managing(() -> persistence.manage(managed));
        }
        checkTables(persistence.problems(models(), managed), introspected);
    }

    /**
     * The statements that {@link #prepareTables} would carry out.
     *
     * @throws ConfigurationException when the tables cannot be brought to the models
     */
    List<String> plan() {
        List<String> statements = new ArrayList<>();
        managing(() -> statements.addAll(persistence.plan(managed)));
        return statements;
    }

    /**
     * Whether the models fit to the tables of the database, in which nothing is changed.
     *
     * @throws ConfigurationException when they do not
     */
    void check() {
        plan();
        checkTables(
                persistence.problems(models(), List.of()).stream() // what is left over is in the plan
                        .filter(one -> !isManaging() || !one.missing()) // what is missing is made by the start
                        .toList(),
                introspected);
    }

    /**
     * A model beside the registered ones, with its table; the registered one when it is that.
     *
     * @throws IllegalArgumentException when another model of this name is there already, or it points nowhere
     * @throws ConfigurationException when its table cannot be brought to it
     */
    synchronized Model beside(ModelDefinition definition) {
        @Nullable Model known = registry.model(definition.name()).orElse(beside.get(definition.name()));
        if (known != null) {
            if (!known.definition().equals(definition)) {
                throw new IllegalArgumentException(
                        "there is another model called '" + definition.name() + "': give this one a name of its own");
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

    /** Leaves of each model's operations those that the database allows on its table. */
    private static void limit(List<ModelDefinition> definitions, Persistence persistence) {
        Map<String, Set<Operation>> operations = persistence.operations(definitions.stream()
                .filter(model -> model.availability().access() == ModelDefinition.Access.OPEN)
                .toList());
        definitions.replaceAll(model -> {
            ModelDefinition limited = model.limitedTo(
                    operations.getOrDefault(model.name(), model.availability().operations()));
            if (!limited.equals(model)) {
                Set<Operation> gone = EnumSet.copyOf(model.availability().operations());
                gone.removeAll(limited.availability().operations());
                LOG.log(
                        System.Logger.Level.INFO,
                        "The database does not allow {0} on the table ''{1}'': records of ''{2}'' are without it",
                        gone,
                        model.table(),
                        model.name());
            }
            return limited;
        });
    }

    /** What is wrong with a model that was given stops the start; one that was found is said to be so. */
    private static void checkTables(List<Persistence.TableProblem> found, Set<String> introspected) {
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        for (Persistence.TableProblem one : found) {
            if (introspected.contains(one.model())) {
                LOG.log(System.Logger.Level.WARNING, "The model ''{0}'': {1}", one.model(), one.sentence());
            } else {
                problems.add(new ConfigurationException.Problem(
                        "models", OptionalInt.empty(), one.model(), one.sentence(), Optional.empty()));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    private static List<ModelDefinition> definitions(
            Settings settings, Registrations registrations, MessageChannels channels) {
        List<ModelDefinition> definitions = new ArrayList<>();
        definitions.add(IdentityModels.users());
        definitions.add(IdentityModels.loginAttempts());
        definitions.addAll(AccessModels.definitions());
        definitions.addAll(NotificationModels.definitions(channels));
        definitions.addAll(settings.models());
        for (ModelDefinition model : registrations.models()) {
            if (model.availability().feature().isEmpty()
                    || settings.features()
                            .contains(model.availability().feature().get())) {
                definitions.add(model);
            }
        }
        return definitions;
    }

    private static void addComputed(List<ModelDefinition> definitions, Map<String, List<FieldDefinition>> computed) {
        computed.forEach((model, fields) -> {
            int at = 0;
            while (at < definitions.size() && !definitions.get(at).name().equals(model)) {
                at++;
            }
            try {
                if (at == definitions.size()) {
                    throw new IllegalArgumentException("there is no model of this name");
                }
                definitions.set(at, definitions.get(at).withComputed(fields));
            } catch (IllegalArgumentException e) {
                throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                        "computed", OptionalInt.empty(), model, String.valueOf(e.getMessage()), Optional.empty())));
            }
        });
    }

    private static ModelRegistry linked(List<ModelDefinition> definitions) {
        try {
            return ModelRegistry.of(definitions);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(List.of(new ConfigurationException.Problem(
                    "models", OptionalInt.empty(), "", String.valueOf(e.getMessage()), Optional.empty())));
        }
    }

    private static void managing(Runnable change) {
        try {
            change.run();
        } catch (SchemaMismatchException e) {
            throw new ConfigurationException(e.reasons().stream()
                    .map(reason -> new ConfigurationException.Problem(
                            "models", OptionalInt.empty(), "", reason, Optional.empty()))
                    .toList());
        }
    }
}
