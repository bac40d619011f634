package dev.hexadmin.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.hexadmin.architecture.Layers.ADAPTERS;
import static dev.hexadmin.architecture.Layers.APPLICATION;
import static dev.hexadmin.architecture.Layers.BOOTSTRAP;
import static dev.hexadmin.architecture.Layers.DOMAIN;
import static dev.hexadmin.architecture.Layers.HTTP;
import static dev.hexadmin.architecture.Layers.LAYERS;
import static dev.hexadmin.architecture.Layers.PERSISTENCE;
import static dev.hexadmin.architecture.Layers.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.hexadmin.domain.access.Actor;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The architecture rules. Each is checked twice: against everything that is shipped, where it must hold, and against
 * classes that violate it on purpose, where it must fail, so that no rule passes because it matches nothing.
 */
class ArchitectureTest {
    private static final String[] CORE = {in(DOMAIN), in(APPLICATION)};

    /**
     * How many classes each layer has, with nested and generated ones, without package-info, to within {@link #TOLERANCE}: rules that see
     * fewer than there are hold for the wrong reason.
     */
    private static final Map<String, Integer> CLASSES = Map.of(
            DOMAIN,
            270,
            APPLICATION,
            886,
            HTTP,
            1_152,
            PERSISTENCE,
            468,
            Layers.NOTIFY,
            29,
            Layers.CACHE,
            39,
            BOOTSTRAP,
            168);

    private static final double TOLERANCE = 0.05;

    @Test
    void every_layer_is_seen_as_a_whole() {
        Map<String, Integer> seen = new TreeMap<>();
        for (String layer : LAYERS) {
            seen.put(layer, (int) Layers.CLASSES.stream()
                    .filter(type -> resideInAPackage(in(layer)).test(type))
                    .filter(type -> !type.getSimpleName().equals("package-info"))
                    .count());
        }
        assertThat(CLASSES.keySet()).containsExactlyInAnyOrderElementsOf(LAYERS);
        assertThat(LAYERS)
                .allSatisfy(layer -> assertThat(seen.get(layer))
                        .as(
                                "classes in %s: when code was added or removed, set ArchitectureTest.CLASSES to %s;"
                                        + " when not, the rules do not see all of it any more",
                                layer, seen)
                        .isCloseTo(CLASSES.get(layer), within((int)
                                Math.ceil(TOLERANCE * CLASSES.getOrDefault(layer, 0)))));
        for (String name : List.of(APPLICATION + "..port..", APPLICATION + "..internal..")) {
            assertThat(Layers.CLASSES.stream().anyMatch(resideInAPackage(name)))
                    .as(name)
                    .isTrue();
        }
    }

    @TestFactory
    Stream<DynamicTest> holds() {
        return rules().entrySet().stream()
                .map(rule -> DynamicTest.dynamicTest(
                        rule.getKey(), () -> rule.getValue().check(Layers.CLASSES)));
    }

    @TestFactory
    Stream<DynamicTest> catches_a_deliberate_violation() {
        return rules().entrySet().stream()
                .map(rule -> DynamicTest.dynamicTest(
                        rule.getKey(),
                        () -> assertThat(rule.getValue()
                                        .evaluate(Layers.DELIBERATE)
                                        .hasViolation())
                                .as("the deliberate violation is found")
                                .isTrue()));
    }

    private static Map<String, ArchRule> rules() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("every_class_is_in_a_layer", classes().should().resideInAnyPackage(in(LAYERS)));
        rules.put(
                "the_domain_uses_nothing_but_plain_java",
                classes()
                        .that()
                        .resideInAPackage(in(DOMAIN))
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(
                                "java.lang..",
                                "java.util..",
                                "java.math",
                                "java.time..",
                                "java.net",
                                "java.nio.charset",
                                "java.text",
                                "java.security",
                                "java.io",
                                "org.jspecify..",
                                in(DOMAIN))
                        .andShould(never(accessClassesThat(assignableTo("java.net.URLConnection"))
                                .or(accessClassesThat(assignableTo("java.net.Socket"))))));
        rules.put(
                "the_core_touches_no_technology",
                noClasses()
                        .that()
                        .resideInAnyPackage(CORE)
                        .should()
                        .dependOnClassesThat(resideInAnyPackage(
                                        "java.sql..",
                                        "javax.sql..",
                                        "javax.net..",
                                        "javax.naming..",
                                        "java.net.http..",
                                        "java.nio.channels..",
                                        "java.nio.file..",
                                        "io..",
                                        "com..")
                                .or(assignableTo("java.net.Socket"))
                                .or(assignableTo("java.net.SocketAddress"))
                                .or(resideInAnyPackage(in(ADAPTERS)))
                                .or(resideInAPackage(in(BOOTSTRAP)))));
        rules.put("adapters_do_not_know_each_other", adaptersApart());
        rules.put(
                "http_knows_driving_ports_only",
                noClasses()
                        .that()
                        .resideInAPackage(in(HTTP))
                        // calls other servers for the application
                        .and()
                        .resideOutsideOfPackages(HTTP + ".openid", HTTP + ".webauthn")
                        .should()
                        .dependOnClassesThat(resideInAPackage(APPLICATION + "..port..")
                                .and(DescribedPredicate.not(belongTo(assignableTo(RuntimeException.class))))));
        rules.put(
                "what_is_internal_is_known_to_its_own_capability_only",
                classes().that().resideInAPackage(APPLICATION + "..internal..").should(beUsedByTheirCapabilityOnly()));
        rules.put(
                "sql_is_spoken_in_persistence_only",
                noClasses()
                        .that()
                        .resideOutsideOfPackage(in(PERSISTENCE))
                        .should()
                        // the program's identity source is only passed on, so it receives no actor
                        .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql..")
                                .and(not(equivalentTo(DataSource.class)))));
        rules.put(
                "kinds_of_databases_are_known_to_their_packages_and_the_registry_only",
                noClasses()
                        .that()
                        .resideOutsideOfPackages(
                                PERSISTENCE + ".database.sqlite..",
                                PERSISTENCE + ".database.postgresql..",
                                PERSISTENCE + ".database.mysql..")
                        .and(not(nameMatching(".*\\.persistence\\.jdbc\\.DatabaseKinds")))
                        .should()
                        .dependOnClassesThat(resideInAnyPackage("org.sqlite..", "org.postgresql..", "org.mariadb..")
                                .or(simpleNameStartingWith("Sqlite"))
                                .or(simpleNameStartingWith("Postgresql"))
                                .or(simpleNameStartingWith("Mysql"))));
        rules.put(
                "environment_and_exit_belong_to_bootstrap",
                noClasses()
                        .that()
                        .resideOutsideOfPackage(in(BOOTSTRAP))
                        .should()
                        .callMethodWhere(calls(System.class, "getenv", "exit", "getProperty", "setProperty"))
                        .orShould()
                        .callMethodWhere(calls(Runtime.class, "exit", "halt", "addShutdownHook"))
                        .orShould()
                        .dependOnClassesThat()
                        .areAssignableTo(java.util.ServiceLoader.class));
        rules.put(
                "driven_ports_use_domain_types_and_never_those_of_driving_ports",
                classes()
                        .that()
                        .resideInAPackage(APPLICATION + "..port..")
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(
                                "java..", "org.jspecify..", in(DOMAIN), APPLICATION + "..port..", APPLICATION));
        rules.put(
                "ports_are_interfaces",
                classes()
                        .that()
                        .resideInAPackage(APPLICATION + "..port..")
                        .and()
                        .areTopLevelClasses()
                        .and()
                        .areNotRecords()
                        .and()
                        .areNotEnums()
                        .and()
                        .areNotAssignableTo(Throwable.class)
                        .and()
                        .doNotHaveSimpleName("package-info")
                        .should()
                        .beInterfaces());
        rules.put(
                "ports_answer_with_values_never_with_null",
                methods()
                        .that()
                        .areDeclaredInClassesThat()
                        .resideInAPackage(APPLICATION + "..")
                        .and()
                        .arePublic()
                        .and()
                        .areDeclaredInClassesThat()
                        .resideOutsideOfPackage(APPLICATION + "..internal..")
                        .should(notAnswerNull()));
        rules.put(
                "domain_types_are_final",
                classes()
                        .that()
                        .resideInAPackage(in(DOMAIN))
                        .and()
                        .areNotInterfaces()
                        .and()
                        .doNotHaveModifier(JavaModifier.ABSTRACT)
                        .and()
                        .areNotEnums()
                        .and()
                        .areNotAnonymousClasses() // also what the compiler makes for a switch over an enum
                        .should()
                        .haveModifier(JavaModifier.FINAL));
        rules.put(
                "domain_types_do_not_change",
                fields().that()
                        .areDeclaredInClassesThat(resideInAPackage(in(DOMAIN))
                                .and(DescribedPredicate.not(simpleNameEndingWith("Builder")))
                                .and(DescribedPredicate.not(simpleNameEndingWith("Parser")))
                                // linked once by its registry, before other objects see it
                                .and(DescribedPredicate.not(nameMatching(".*\\.models\\.Model"))))
                        .should()
                        .beFinal());
        rules.put(
                "the_core_has_no_hidden_time_id_or_chance",
                noClasses()
                        .that()
                        .resideInAnyPackage(CORE)
                        .should()
                        .callMethodWhere(
                                called(nameMatching("java\\.time\\..*"), "now", "systemUTC", "systemDefaultZone"))
                        .orShould()
                        .callMethodWhere(calls(System.class, "currentTimeMillis", "nanoTime"))
                        .orShould()
                        .callMethodWhere(calls(java.util.UUID.class, "randomUUID"))
                        .orShould()
                        .callMethodWhere(calls(Math.class, "random"))
                        .orShould()
                        .callConstructorWhere(called(assignableTo(java.util.Random.class), "<init>")));
        rules.put(
                "no_text_depends_on_the_locale_of_the_machine",
                noClasses()
                        .should()
                        .callMethodWhere(withoutLocale(called(
                                        nameMatching("java\\.(lang\\.String|io\\.Print.*|util\\.Formatter)"), "format"))
                                .or(withoutLocale(called(nameMatching("java\\.io\\.Print.*"), "printf")))
                                .or(calls(String.class, "formatted"))
                                .or(withoutLocale(calls(String.class, "toUpperCase", "toLowerCase")))
                                .or(withoutLocale(calls(java.time.format.DateTimeFormatter.class, "ofPattern")))));
        rules.put(
                "driving_ports_ask_who_is_calling",
                classes()
                        .that()
                        .areInterfaces()
                        .and()
                        .areTopLevelClasses()
                        .and()
                        .haveSimpleNameContaining("ing")
                        .and()
                        .resideInAPackage(APPLICATION + "..")
                        .and()
                        .resideOutsideOfPackages(
                                APPLICATION + "..port..", APPLICATION + "..internal..", APPLICATION + ".spi..")
                        .should(takeAnActorFirst()));
        rules.put(
                "names_say_what_things_are",
                noClasses().should().haveNameMatching(".*(Impl|Manager|Helper|Utils?|Dto|Entity)"));
        rules.put(
                "standard_streams_belong_to_the_command_line",
                noClasses()
                        .that()
                        .resideOutsideOfPackage(in(BOOTSTRAP))
                        .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS));
        rules.put("no_generic_exceptions", GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS);
        rules.put(
                "no_old_date_types",
                noClasses()
                        .should()
                        .dependOnClassesThat(
                                nameMatching(
                                        "java\\.util\\.(Date|Calendar|GregorianCalendar|TimeZone)|java\\.text\\.SimpleDateFormat")));
        rules.put("no_thread_locals", noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocal.class));
        rules.put(
                "no_pools_of_threads_outside_bootstrap",
                noClasses()
                        .that()
                        .resideOutsideOfPackage(in(BOOTSTRAP))
                        .should()
                        .dependOnClassesThat(
                                nameMatching(
                                        "java\\.util\\.concurrent\\.(Executors|ThreadPoolExecutor|ScheduledThreadPoolExecutor|ForkJoinPool)|java\\.util\\.Timer")));
        rules.put(
                "constructors_have_at_most_eight_parameters",
                classes()
                        .that()
                        .resideInAPackage(Layers.ROOT + "..")
                        // a JSON object has as many members as it has
                        .and(not(nameMatching(".*Response(\\$.*)?")))
                        .and()
                        .areNotAnonymousClasses()
                        .should(haveNarrowConstructors()));
        rules.put(
                "json_is_generated_by_hand_for_records_of_models_only",
                noClasses()
                        .that()
                        .resideInAPackage(in(HTTP))
                        .and()
                        .resideOutsideOfPackages(HTTP + ".server.json", HTTP + ".api.records", HTTP + ".panel.transfer")
                        .should()
                        .dependOnClassesThat(nameMatching("com\\.fasterxml\\.jackson\\.core\\.JsonGenerator")
                                .or(nameMatching(".*\\.http\\.server\\.json\\.JsonDocument.*"))));
        rules.put(
                "fixed_resources_respond_with_documented_records",
                noClasses()
                        .that()
                        .resideInAPackage(in(HTTP))
                        .and()
                        .resideOutsideOfPackages(
                                HTTP + ".server.json", HTTP + ".server.response", HTTP + ".api.records")
                        .and(not(nameMatching(".*\\.(api\\.docs\\.OpenApiResource|server\\.routing\\.Dispatcher)")))
                        .should()
                        .accessTargetWhere(
                                called(nameMatching(".*\\.http\\.server\\.response\\.Response"), "json", "JSON")));
        rules.put(
                "response_bodies_are_described_in_the_openapi_document",
                classes()
                        .that()
                        .implement(nameMatching(".*\\.http\\.server\\.json\\.ResponseBody"))
                        .should(beReferredToByTheOpenApiDocument()));
        return rules;
    }

    @Test
    void web_server_types_stay_in_http_and_bootstrap() {
        noClasses()
                .that()
                .resideOutsideOfPackages(in(HTTP), in(BOOTSTRAP))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.helidon.webserver..", "io.helidon.http..")
                .check(Layers.CLASSES);
        assertThat(Layers.CLASSES.stream()
                        .filter(type -> resideInAPackage(in(HTTP)).test(type))
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .anyMatch(dependency ->
                                dependency.getTargetClass().getPackageName().startsWith("io.helidon.webserver")))
                .as("http itself uses the web server")
                .isTrue();
    }

    @Test
    void capabilities_are_free_of_cycles() {
        slices().matching(DOMAIN + ".(*)..").should().beFreeOfCycles().check(Layers.CLASSES);
        slices().matching(APPLICATION + ".(*)..").should().beFreeOfCycles().check(Layers.CLASSES);
        slices().matching(BOOTSTRAP + ".(*)..").should().beFreeOfCycles().check(Layers.CLASSES);
        slices().assignedFrom(packagesOf(PERSISTENCE)).should().beFreeOfCycles().check(Layers.CLASSES);
        // a page's class and the one that is generated from its template name each other
        slices().assignedFrom(packagesOf(HTTP))
                .should()
                .beFreeOfCycles()
                .check(Layers.CLASSES.that(not(resideInAPackage(HTTP + ".templates.."))));
    }

    /** Each package of a module, including its root package. */
    private static SliceAssignment packagesOf(String module) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return resideInAPackage(in(module)).test(type)
                        ? SliceIdentifier.of(type.getPackageName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "the packages of " + module;
            }
        };
    }

    @Test
    void the_document_lists_every_package_and_no_other() throws IOException {
        String document = Files.readString(Launched.repository().resolve("docs/architecture.md"));
        String packages = document.substring(document.indexOf("## Packages"));
        assertThat(Pattern.compile("^\\| `([a-z0-9.]+)` \\|", Pattern.MULTILINE)
                        .matcher(packages)
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(Layers.CLASSES.stream()
                        .map(type -> type.getPackageName().substring(Layers.ROOT.length() + 1))
                        .filter(name -> !name.startsWith("http.templates"))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void the_document_lists_every_driving_port_and_no_other() throws IOException {
        String document = Files.readString(Launched.repository().resolve("docs/architecture.md"));
        int start = document.indexOf("## Driving ports");
        String ports = document.substring(start, document.indexOf("\n## ", start));
        Pattern name = Pattern.compile(".*(ing|Maintenance$|Providers$).*");
        assertThat(Pattern.compile("^\\| `(\\w+)` \\|", Pattern.MULTILINE)
                        .matcher(ports)
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(Layers.CLASSES.stream()
                        .filter(resideInAPackage(APPLICATION + ".."))
                        .filter(not(resideInAnyPackage(
                                APPLICATION + "..port..", APPLICATION + "..internal..", APPLICATION + ".spi..")))
                        .filter(type -> type.isInterface() && type.isTopLevelClass())
                        .map(JavaClass::getSimpleName)
                        .filter(type -> name.matcher(type).matches())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void every_class_that_the_glossary_names_exists() throws IOException {
        String glossary = Files.readString(Launched.repository().resolve("docs/glossary.md"));
        List<String> named = Pattern.compile("`([a-z]+(?:\\.[a-z]+)*\\.[A-Z]\\w*)`")
                .matcher(glossary)
                .results()
                .map(reference -> Layers.ROOT + "." + reference.group(1))
                .distinct()
                .toList();
        assertThat(named).hasSizeGreaterThan(40);
        assertThat(named)
                .filteredOn(name -> !Layers.CLASSES.contain(name))
                .as("classes that docs/glossary.md names and that do not exist")
                .isEmpty();
    }

    private static ArchRule adaptersApart() {
        List<CompositeArchRule> each = new ArrayList<>();
        for (String adapter : ADAPTERS) {
            List<String> others = new ArrayList<>(ADAPTERS);
            others.add(BOOTSTRAP);
            others.remove(adapter);
            each.add(CompositeArchRule.of(noClasses()
                    .that()
                    .resideInAPackage(in(adapter))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(in(others))
                    .allowEmptyShould(true)));
        }
        return each.stream().reduce(CompositeArchRule::and).orElseThrow();
    }

    private static DescribedPredicate<JavaAccess<?>> calls(Class<?> owner, String... names) {
        return called(assignableTo(owner), names);
    }

    private static DescribedPredicate<JavaAccess<?>> withoutLocale(DescribedPredicate<JavaAccess<?>> called) {
        return DescribedPredicate.describe(
                called.getDescription() + " without a locale",
                access -> called.test(access)
                        && access instanceof JavaMethodCall call
                        && call.getTarget().getRawParameterTypes().stream().noneMatch(equivalentTo(Locale.class)));
    }

    private static DescribedPredicate<JavaAccess<?>> called(
            DescribedPredicate<? super JavaClass> owner, String... names) {
        Set<String> wanted = Set.of(names);
        return DescribedPredicate.describe(
                "call " + owner.getDescription() + " " + wanted,
                access -> owner.test(access.getTargetOwner())
                        && wanted.contains(access.getTarget().getName()));
    }

    private static ArchCondition<JavaClass> beUsedByTheirCapabilityOnly() {
        return new ArchCondition<>("be used by their own capability and bootstrap only") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String capability = type.getPackageName().replaceAll("\\.internal.*", "");
                type.getDirectDependenciesToSelf().stream()
                        .filter(use -> !use.getOriginClass().getPackageName().startsWith(capability)
                                && !use.getOriginClass().getPackageName().startsWith(BOOTSTRAP))
                        .forEach(use -> events.add(SimpleConditionEvent.violated(use, use.getDescription())));
            }
        };
    }

    private static ArchCondition<JavaClass> beReferredToByTheOpenApiDocument() {
        return new ArchCondition<>("be referred to by the OpenAPI document") {
            @Override
            public void check(JavaClass body, ConditionEvents events) {
                boolean described = Stream.concat(Stream.of(body), body.getAllRawInterfaces().stream())
                        .filter(type -> !type.getSimpleName().equals("ResponseBody"))
                        .flatMap(type -> type.getDirectDependenciesToSelf().stream())
                        .map(use -> use.getOriginClass().getName())
                        .anyMatch(name ->
                                name.startsWith(HTTP + ".openapi.") && name.matches(".*(Operations|OpenApiDocument)"));
                if (!described) {
                    events.add(SimpleConditionEvent.violated(body, body.getName() + " has no schema in the document"));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> haveNarrowConstructors() {
        return new ArchCondition<>("have constructors with at most eight parameters") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getConstructors().stream()
                        .filter(constructor ->
                                constructor.getRawParameterTypes().size() > 8)
                        .forEach(constructor -> events.add(SimpleConditionEvent.violated(
                                constructor,
                                constructor.getFullName() + " has "
                                        + constructor.getRawParameterTypes().size() + " parameters")));
            }
        };
    }

    private static ArchCondition<JavaMethod> notAnswerNull() {
        return new ArchCondition<>("not answer with null") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                boolean nullable = Stream.of(
                                method.reflect().getAnnotatedReturnType().getAnnotations())
                        .anyMatch(Nullable.class::isInstance);
                if (nullable) {
                    events.add(SimpleConditionEvent.violated(method, method.getFullName() + " may answer with null"));
                }
            }
        };
    }

    /** Methods that are called before the caller is known, or that reveal nothing about users. */
    private static final Set<String> WITHOUT_ACTOR = Set.of(
            "SigningIn.actor", // makes the actor
            "ManagingApiKeys.actor", // makes the actor
            "KeepingSessions.find", // makes the actor
            "KeepingSessions.use", // makes the actor
            "KeepingSessions.formToken",
            "ChangingAddresses.confirms",
            "ChangingAddresses.find", // of a link's token
            "InvitingUsers.available",
            "InvitingUsers.find", // of a link's token
            "ReadingNotifications.unsubscription", // of a link's token
            "RecoveringPasswords.available",
            "RecoveringPasswords.valid", // of a link's token
            "ManagingUsers.empty",
            "ManagingUsers.createSetupToken");

    private static ArchCondition<JavaClass> takeAnActorFirst() {
        return new ArchCondition<>("take an actor first") {
            @Override
            public void check(JavaClass port, ConditionEvents events) {
                for (JavaMethod method : port.getMethods()) {
                    boolean actor = !method.getRawParameterTypes().isEmpty()
                            && method.getRawParameterTypes().getFirst().isAssignableTo(Actor.class);
                    if (!actor && !WITHOUT_ACTOR.contains(port.getSimpleName() + "." + method.getName())) {
                        events.add(
                                SimpleConditionEvent.violated(method, method.getFullName() + " takes no actor first"));
                    }
                }
            }
        };
    }
}
