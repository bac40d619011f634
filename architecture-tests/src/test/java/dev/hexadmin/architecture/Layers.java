package dev.hexadmin.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.hexadmin.application.deliberate.BreakingThings;
import dev.hexadmin.application.deliberate.internal.Hidden;
import dev.hexadmin.application.deliberate.port.BrokenPort;
import dev.hexadmin.domain.deliberate.BrokenManager;
import dev.hexadmin.http.deliberate.Nosy;
import dev.hexadmin.http.deliberate.UndocumentedResponse;
import dev.hexadmin.http.deliberate.WideRecord;
import dev.hexadmin.persistence.deliberate.AskingWhich;
import dev.hexadmin.stray.Stray;
import java.util.List;

/** What the rules look at. */
final class Layers {
    static final String ROOT = "dev.hexadmin";
    static final String DOMAIN = ROOT + ".domain";
    static final String APPLICATION = ROOT + ".application";
    static final String HTTP = ROOT + ".http";
    static final String PERSISTENCE = ROOT + ".persistence";
    static final String NOTIFY = ROOT + ".notify";
    static final String CACHE = ROOT + ".cache";
    static final String BOOTSTRAP = ROOT + ".bootstrap";

    static final List<String> ADAPTERS = List.of(HTTP, PERSISTENCE, NOTIFY, CACHE);
    static final List<String> LAYERS = List.of(DOMAIN, APPLICATION, HTTP, PERSISTENCE, NOTIFY, CACHE, BOOTSTRAP);

    /** Everything that is shipped. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/dev/hexadmin/testing/")) // come in jars of tests
            .importPackages(ROOT);

    /** Classes that break rules on purpose. */
    static final JavaClasses DELIBERATE = new ClassFileImporter()
            .importClasses(
                    AskingWhich.class,
                    BrokenManager.class,
                    BrokenPort.class,
                    Hidden.class,
                    BreakingThings.class,
                    Nosy.class,
                    Stray.class,
                    UndocumentedResponse.class,
                    WideRecord.class);

    private Layers() {}

    /** A package and what is below it, as ArchUnit writes it. */
    static String in(String name) {
        return name + "..";
    }

    static String[] in(List<String> names) {
        return names.stream().map(Layers::in).toArray(String[]::new);
    }
}
