package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.bootstrap.configuration.ModelDifferences;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.Persistence;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Logs how existing tables differ from their models, each difference once. Used by one thread. */
final class TableDrift {
    private static final System.Logger LOG = System.getLogger(TableDrift.class.getName());

    private final List<String> schemas;
    private final boolean introspected;
    private final Persistence persistence;
    private final List<ModelDefinition> models;
    private final Set<String> known = new HashSet<>();

    /**
     * @param schemas those that introspection looks into
     * @param introspected whether the models were made of the tables at the start
     * @param models those that are stored in tables that Hexadmin does not manage
     */
    TableDrift(List<String> schemas, boolean introspected, Persistence persistence, List<ModelDefinition> models) {
        this.schemas = schemas;
        this.introspected = introspected;
        this.persistence = persistence;
        this.models = models;
    }

    /** Looks at the tables; logs what is different now and was not before. */
    void look() {
        if (models.isEmpty()) {
            return;
        }
        Set<String> now = new HashSet<>(ModelDifferences.of(
                models, persistence.tables(schemas), persistence.heldAsNumbers(), persistence.heldAsTexts()));
        known.retainAll(now); // a difference that comes again is logged again
        now.stream()
                .filter(known::add)
                .sorted()
                .forEach(
                        line -> LOG.log(
                                System.Logger.Level.WARNING,
                                "The tables differ from the models: {0}. {1}",
                                line,
                                introspected
                                        ? "Restart to serve the tables as they are"
                                        : "Change the model or the table; 'hexadmin introspect --diff' prints all differences"));
    }
}
