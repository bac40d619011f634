package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolutionException;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The modules in which plugins are found. The modules of the plugins folder are a separate layer above the program's
 * layer; if both contain a module, the program's is used. A jar without a descriptor is an automatic module and
 * provides the services in its {@code META-INF/services}. A program on the class path has no layer: it finds the
 * services in the {@code META-INF/services} of its class path, and uses no folder.
 */
record PluginLayer(ModuleLayer layer) {
    /** The layer of the program. */
    static PluginLayer own() {
        return new PluginLayer(ownLayer());
    }

    /**
     * The layer of the program and of the jars of a folder.
     *
     * @param folder of jars; empty: {@code plugins} beside the {@code lib} that this program runs from, if it exists
     * @param problems receives the problems of the folder; if there are any, the result is the program's own layer
     */
    static PluginLayer with(Optional<Path> folder, List<Problem> problems) {
        return folder.or(PluginLayer::usualFolder)
                .map(chosen -> new PluginLayer(layer(chosen, problems)))
                .orElseGet(PluginLayer::own);
    }

    /** The services of a type. */
    <P> Stream<ServiceLoader.Provider<P>> services(Class<P> service) {
        return (PluginLayer.class.getModule().isNamed()
                        ? ServiceLoader.load(layer, service)
                        : ServiceLoader.load(service, PluginLayer.class.getClassLoader()))
                .stream();
    }

    /** The services of a type, the built-in ones first: of two with the same name, the later one is the problem. */
    <P> List<ServiceCandidate<P>> candidates(Class<P> service, List<Problem> problems) {
        List<ServiceCandidate<P>> found = new ArrayList<>();
        try {
            services(service).forEach(each -> found.add(ServiceCandidate.of(each)));
        } catch (ServiceConfigurationError e) {
            problems.add(new Problem("plugins", "", Reasons.of(e)));
        }
        found.sort(Comparator.comparing(
                        (ServiceCandidate<P> each) -> !each.origin().equals(ServiceCandidate.BUILT_IN))
                .thenComparing(each -> each.type().getName()));
        return found;
    }

    /** The layer of this program; the JVM's boot layer when it was started without modules. */
    private static ModuleLayer ownLayer() {
        @Nullable ModuleLayer own = PluginLayer.class.getModule().getLayer();
        return own == null ? ModuleLayer.boot() : own;
    }

    private static Optional<Path> usualFolder() {
        return ownLayer()
                .configuration()
                .findModule(String.valueOf(PluginLayer.class.getModule().getName()))
                .map(ResolvedModule::reference)
                .flatMap(ModuleReference::location)
                .filter(location -> "file".equals(location.getScheme()))
                .map(Path::of)
                .map(Path::getParent)
                .filter(lib -> lib.endsWith("lib"))
                .map(lib -> lib.resolveSibling("plugins"))
                .filter(Files::isDirectory);
    }

    private static ModuleLayer layer(Path folder, List<Problem> problems) {
        ModuleLayer own = ownLayer();
        if (!PluginLayer.class.getModule().isNamed()) {
            problems.add(problem(folder, "this program runs on the class path: put the jars of providers there, too"));
            return own;
        }
        Map<String, Path> jars = new TreeMap<>();
        for (Path jar : jars(folder, problems)) {
            try {
                for (ModuleReference module : ModuleFinder.of(jar).findAll()) {
                    String name = module.descriptor().name();
                    @Nullable Path other = jars.putIfAbsent(name, jar);
                    if (other != null) {
                        problems.add(problem(jar, "the module " + name + " is also in " + other.getFileName()));
                    }
                }
            } catch (FindException e) {
                problems.add(problem(jar, "this is no module: " + Reasons.of(e)));
            }
        }
        jars.keySet().removeIf(name -> own.findModule(name).isPresent());
        if (jars.isEmpty()) {
            return own;
        }
        try {
            Configuration configuration = own.configuration()
                    .resolve(
                            ModuleFinder.of(),
                            ModuleFinder.of(jars.values().toArray(Path[]::new)),
                            Set.copyOf(jars.keySet()));
            return own.defineModulesWithManyLoaders(configuration, PluginLayer.class.getClassLoader());
        } catch (FindException | ResolutionException | LayerInstantiationException e) {
            problems.add(problem(folder, "these modules do not fit together: " + Reasons.of(e)));
            return own;
        }
    }

    private static List<Path> jars(Path folder, List<Problem> problems) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            problems.add(problem(folder, "this folder cannot be read"));
            return List.of();
        }
    }

    private static Problem problem(Path file, String message) {
        return new Problem(file.toString(), "", message);
    }
}
