package dev.hexadmin.persistence.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Loads Flyway from files of this module, out of sight of the program around it. An embedding program may have another version
 * of Flyway or none, and frameworks that migrate a database as soon as they find Flyway on the class path do not find this one.
 *
 * <p>The build copies Flyway's jars, as files, into {@value #FOLDER}. Where they were not copied, because an IDE has
 * compiled the module, the same classes are taken from the class path. All other classes, such as drivers and logging, are
 * those of the program.
 */
final class IsolatedFlyway extends ClassLoader {
    private static final String FOLDER = "META-INF/dev.hexadmin.persistence/flyway/";
    private static final List<String> ARTIFACTS =
            List.of("flyway-core/", "flyway-database-postgresql/", "flyway-mysql/");
    private static final String FLYWAY = "org.flywaydb.";

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader program;
    private final boolean copied;

    /** Loading Flyway takes long, so it is loaded once for all databases of a process. */
    private static final class Loaded {
        static final Constructor<?> RUN = new IsolatedFlyway().constructor();
    }

    private IsolatedFlyway() {
        // not the program's class loader: a ServiceLoader would look for plugins of Flyway in the modules of each
        // parent
        super("hexadmin-flyway", ClassLoader.getPlatformClassLoader());
        program = Objects.requireNonNull(IsolatedFlyway.class.getClassLoader(), "the program's class loader");
        copied = copy(ARTIFACTS.getFirst() + "org/flywaydb/core/Flyway.class") != null;
    }

    /**
     * Applies the migrations that are missing in the database.
     *
     * @param history the table in which the applied migrations are recorded
     * @param scripts the SQL of each file, by its name
     * @return how many migrations were applied
     * @throws RuntimeException one of Flyway when a migration fails
     */
    static int migrate(DataSource source, String history, Map<String, String> scripts) {
        try {
            @SuppressWarnings("unchecked") // FlywayRun is one
            ToIntFunction<DataSource> run = (ToIntFunction<DataSource>) Loaded.RUN.newInstance(history, scripts);
            return run.applyAsInt(source);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Flyway cannot be called", e);
        }
    }

    private Constructor<?> constructor() {
        try {
            Constructor<?> constructor =
                    loadClass(FlywayRun.class.getName()).getDeclaredConstructor(String.class, Map.class);
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Flyway cannot be loaded", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean caller = name.startsWith(FlywayRun.class.getName());
        if (!caller && !name.startsWith(FLYWAY)) {
            return program.loadClass(name);
        }
        // never through the parent: every loader of the JDK finds the packages of all named modules
        synchronized (getClassLoadingLock(name)) {
            @Nullable Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name, caller) : loaded;
        }
    }

    private Class<?> define(String name, boolean caller) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        URL found = caller ? program.getResource(file) : getResource(file);
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = found.openStream()) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        return found(name).findFirst().orElse(null);
    }

    @Override
    public Enumeration<URL> getResources(String name) {
        return Collections.enumeration(found(name).toList());
    }

    private Stream<URL> found(String name) {
        if (copied && (name.startsWith("org/flywaydb/") || name.contains(FLYWAY))) {
            return ARTIFACTS.stream().map(artifact -> copy(artifact + name)).flatMap(Stream::ofNullable);
        }
        try {
            return Collections.list(program.getResources(name)).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable URL copy(String file) {
        return IsolatedFlyway.class.getResource("/" + FOLDER + file);
    }
}
