package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.DatabaseException;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.actions.ActionCall;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.endpoints.EndpointCall;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.panel.FieldWidget;
import dev.hexadmin.application.panel.PageCall;
import dev.hexadmin.application.panel.PanelFile;
import dev.hexadmin.application.panel.SlotCall;
import dev.hexadmin.application.panel.TabCall;
import dev.hexadmin.application.plugin.Demo;
import dev.hexadmin.application.records.ModelRecords;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordContext;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.RecordQuery;
import dev.hexadmin.application.records.TypedRecords;
import dev.hexadmin.application.spi.ChannelLimits;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.MessageReport;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.application.spi.SmsReport;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.TemplatePart;
import dev.hexadmin.domain.records.RecordKey;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pins what programs of others are compiled against: {@code docs/java-api.md} lists every exported package and the public
 * signatures of the stable ones, made from the compiled classes. When a change is meant, the document changes with it.
 */
class JavaApiTest {
    /** Whole packages that change by version only; what is in them is public for no other reason. */
    private static final Set<String> STABLE = Set.of(
            "dev.hexadmin.bootstrap",
            "dev.hexadmin.application.plugin",
            "dev.hexadmin.application.spi",
            "dev.hexadmin.cache.spi",
            "dev.hexadmin.persistence.spi");

    /** Further types that programs implement, throw or catch. */
    private static final List<Class<?>> ALSO = List.of(
            RecordHooks.class,
            RecordAction.class,
            RecordEndpoint.class,
            RequestRejectedException.class,
            DatabaseException.class,
            ServiceUnavailableException.class);

    /** Records that programs build with their constructors, which therefore stay when a component is added. */
    private static final Set<Class<?>> VALUES = Set.of(
            Addressee.class,
            ChangeNotices.class,
            Channel.class,
            ChannelLimits.class,
            DefaultValue.Constant.class,
            DefaultValue.DatabaseExpression.class,
            DefaultValue.Now.class,
            Demo.Links.class,
            Demo.Records.class,
            Demo.View.class,
            EmailAddress.class,
            EmailResult.class,
            FieldWidget.FieldControl.class,
            FieldWidget.FieldValue.class,
            JsonText.class,
            Layout.class,
            Layout.Group.class,
            Layout.Tab.class,
            MessageReport.class,
            PanelFile.class,
            RecordKey.class,
            Reference.JoinTable.class,
            SentMessage.class,
            SmsReport.class,
            SmsResult.class,
            TemplatePart.class,
            UserId.class,
            Violation.class);

    /** Interfaces that programs call and do not implement: a new method breaks nothing. */
    private static final Set<Class<?>> CALLED = Set.of(
            ActionCall.class,
            EndpointCall.class,
            ModelRecords.class,
            Notifier.class,
            PageCall.class,
            RecordAccess.class,
            RecordChange.class,
            RecordContext.class,
            RecordQuery.class,
            Setting.class,
            SlotCall.class,
            TabCall.class,
            TypedRecords.class);

    private static final String BASELINE = "architecture-tests/src/test/resources/java-api-baseline.md";

    private static final String MARK = "<!-- From here on made by JavaApiTest from the compiled classes. -->\n";

    private final Map<String, String> exported = new TreeMap<>();
    private final Map<String, Set<Class<?>>> listed = new TreeMap<>();

    JavaApiTest() throws Exception {
        Deque<Class<?>> open = new ArrayDeque<>(ALSO);
        for (ModuleReference module : modules()) {
            for (ModuleDescriptor.Exports each : module.descriptor().exports()) {
                if (!each.isQualified()) {
                    exported.put(each.source(), module.descriptor().name());
                }
            }
            try (ModuleReader reader = module.open()) {
                for (String file : reader.list().toList()) {
                    String name = file.replace('/', '.').replaceFirst("\\.class$", "");
                    if (file.endsWith(".class")
                            && name.contains(".")
                            && STABLE.contains(name.substring(0, name.lastIndexOf('.')))) {
                        open.add(Class.forName(name, false, Hexadmin.class.getClassLoader()));
                    }
                }
            }
        }
        while (!open.isEmpty()) {
            Class<?> type = open.remove();
            if (visible(type)
                    && listed.computeIfAbsent(type.getPackageName(), name -> new TreeSet<>(BY_NAME))
                            .add(type)) {
                reached(type).forEach(open::add);
            }
        }
    }

    @Test
    void the_document_lists_what_the_stable_packages_have_now() throws IOException {
        Path pinned = Launched.repository().resolve("docs/java-api.md");
        String text = Files.exists(pinned) ? Files.readString(pinned) : MARK;
        String now = text.substring(0, text.indexOf(MARK)) + MARK + generated();
        // ready to be copied over the pinned file
        Path made = Files.createDirectories(Path.of("target")).resolve("java-api.md");
        Files.writeString(made, now);
        List<String> difference = new ArrayList<>();
        Set<String> before = new LinkedHashSet<>(text.lines().toList());
        Set<String> after = new LinkedHashSet<>(now.lines().toList());
        before.stream().filter(line -> !after.contains(line)).map("- "::concat).forEach(difference::add);
        after.stream().filter(line -> !before.contains(line)).map("+ "::concat).forEach(difference::add);
        assertThat(text)
                .as(
                        "the public signatures in docs/java-api.md:%n%s%nIf the change is meant:"
                                + " cp architecture-tests/target/java-api.md docs/java-api.md",
                        String.join("\n", difference))
                .isEqualTo(now);
    }

    @Test
    void nothing_breaks_that_programs_are_compiled_against() throws IOException {
        ApiSurface pinned =
                ApiSurface.parse(Files.readString(Launched.repository().resolve(BASELINE)));
        assertThat(pinned.types()).hasSizeGreaterThan(100);
        assertThat(pinned.brokenBy(ApiSurface.parse(generated())))
                .as(
                        "what breaks programs that are compiled against %s; if it is meant, change these lines there,"
                                + " and say in CHANGELOG.md under Changed what to write instead",
                        BASELINE)
                .isEmpty();
    }

    @Test
    void changes_that_break_programs_are_told_from_those_that_do_not() {
        assertThat(broken(
                        "interface A",
                        "    int size(String text, Map<String, Integer> counts)",
                        "",
                        "interface A",
                        "    default int more()",
                        "    int size(String other, Map<String, Integer> all)"))
                .isEmpty();
        assertThat(broken("interface A", "    int size()", "", "interface A", "    int more()", "    int size()"))
                .containsExactly("p.A: programs that implement it lack: int more()");
        assertThat(broken(
                        "interface A" + ApiSurface.NOT_IMPLEMENTED,
                        "    int size()",
                        "",
                        "interface A" + ApiSurface.NOT_IMPLEMENTED,
                        "    int more()",
                        "    int size()"))
                .isEmpty();
        assertThat(broken("interface A", "    default int size()", "", "interface A", "    int size()"))
                .containsExactly("p.A: it lost its body or default: default int size()");
        assertThat(broken("final class A", "    int size()", "", "final class A", "    long size()"))
                .containsExactly("p.A: gone or changed: int size()");
        assertThat(broken("record A(int size)", "", "record A(int size, int more)"))
                .containsExactly("p.A: gone or changed: A(int size)");
        assertThat(broken("record A(int size)", "", "record A(int size, int more)", "    A(int size)"))
                .isEmpty();
        assertThat(broken("record A", "    int size()", "", "record A", "    int more()", "    int size()"))
                .isEmpty();
        assertThat(broken(
                        "enum A",
                        "    ONE, TWO",
                        "    String word()",
                        "",
                        "enum A",
                        "    ONE, THREE",
                        "    String word()"))
                .containsExactly("p.A: the constant TWO is gone");
        assertThat(broken("class A", "    A(int size)", "", "final class A", "    A(int size)"))
                .containsExactly("p.A: it became final");
        assertThat(broken("@interface A", "    int a() default 1", "", "@interface A", "    int a()", "    int b()"))
                .containsExactly(
                        "p.A: it lost its body or default: int a() default 1",
                        "p.A: programs that implement it lack: int b()");
        assertThat(broken(
                        "interface A extends B<String>",
                        "    int size()",
                        "",
                        "interface A extends C",
                        "interface C extends B<String>",
                        "    default int size()"))
                .isEmpty();
        assertThat(broken("interface A extends B<String>", "", "interface A"))
                .containsExactly("p.A: it is no longer a B<String>");
        assertThat(broken("final class A", "", "interface B")).containsExactly("p.A: the type is gone");
    }

    /** @param lines the API before, an empty line, and the API after; a line without a space in front begins a type */
    private static List<String> broken(String... lines) {
        int middle = List.of(lines).indexOf("");
        return surface(Arrays.copyOfRange(lines, 0, middle))
                .brokenBy(surface(Arrays.copyOfRange(lines, middle + 1, lines.length)));
    }

    private static ApiSurface surface(String... lines) {
        return ApiSurface.parse("## `p`\n"
                + Stream.of(lines)
                        .map(line -> (line.startsWith(" ") ? "" : "\n") + line + "\n")
                        .collect(Collectors.joining())
                + "\n");
    }

    @Test
    void what_is_exported_to_all_is_what_stays() {
        assertThat(listed.keySet()).isEqualTo(exported.keySet());
    }

    @Test
    void a_change_of_a_signature_is_seen() {
        assertThat(signatures(Example.class))
                .containsExactly(
                        "sealed interface JavaApiTest.Example<T extends Comparable<T>> permits JavaApiTest.Example.One",
                        "    static <T> List<? extends T>[] of(String name, int... sizes) throws IOException");
        assertThat(signatures(Example.One.class))
                .containsExactly(
                        "record JavaApiTest.Example.One implements JavaApiTest.Example<String>", "    String name()");
        assertThat(signatures(UserId.class)).containsExactly("record UserId(long value)");
    }

    @SuppressWarnings("unused")
    sealed interface Example<T extends Comparable<T>> {
        @SuppressWarnings("TypeParameterUnusedInFormals")
        static <T> List<? extends T>[] of(String name, int... sizes) throws IOException {
            throw new IOException(name + sizes.length);
        }

        record One(String name) implements Example<String> {}
    }

    // ---- the text

    private String generated() {
        StringBuilder text = new StringBuilder();
        text.append("\n## Packages\n\n| Package | Module | |\n|---|---|---|\n");
        exported.forEach((name, module) -> text.append("| `")
                .append(name)
                .append("` | `")
                .append(module)
                .append("` | ")
                .append(stability(name))
                .append(" |\n"));
        listed.forEach((name, types) -> {
            text.append("\n## `").append(name).append("`\n\n```java\n");
            text.append(types.stream()
                    .map(type -> String.join("\n", signatures(type)) + "\n")
                    .collect(Collectors.joining("\n")));
            text.append("```\n");
        });
        return text.toString();
    }

    private static String stability(String name) {
        return STABLE.contains(name) ? "stable" : "stable in the types below";
    }

    private static List<String> signatures(Class<?> type) {
        List<String> lines = new ArrayList<>();
        lines.add(head(type));
        List<String> members = new ArrayList<>();
        if (type.isEnum()) {
            lines.add("    "
                    + Arrays.stream(type.getFields())
                            .filter(Field::isEnumConstant)
                            .map(Field::getName)
                            .collect(Collectors.joining(", ")));
        }
        Arrays.stream(type.getDeclaredFields())
                .filter(field -> open(field.getModifiers()) && !field.isEnumConstant() && !field.isSynthetic())
                .map(field -> words(field.getModifiers()) + text(field.getAnnotatedType()) + " " + field.getName())
                .forEach(members::add);
        Arrays.stream(type.getDeclaredConstructors())
                .filter(constructor -> open(constructor.getModifiers()) && !constructor.isSynthetic())
                .filter(constructor -> !type.isRecord() || (VALUES.contains(type) && !canonical(constructor)))
                .map(constructor ->
                        variables(constructor.getTypeParameters()) + type.getSimpleName() + parameters(constructor))
                .forEach(members::add);
        Arrays.stream(type.getDeclaredMethods())
                .filter(method -> open(method.getModifiers()) && !method.isSynthetic() && !usual(method))
                .map(method -> (type.isInterface() && method.isDefault() ? "default " : "")
                        + words(method.getModifiers() & (type.isInterface() ? ~Modifier.ABSTRACT : ~0))
                        + variables(method.getTypeParameters())
                        + text(method.getAnnotatedReturnType())
                        + " "
                        + method.getName()
                        + parameters(method)
                        + (method.getDefaultValue() == null ? "" : " default " + value(method.getDefaultValue())))
                .forEach(members::add);
        members.stream()
                .sorted(Comparator.comparing((String member) ->
                                member.replaceFirst("[( ]default .*|\\(.*", "").replaceFirst(".* ", ""))
                        .thenComparing(Comparator.naturalOrder()))
                .map("    "::concat)
                .forEach(lines::add);
        return lines;
    }

    private static String head(Class<?> type) {
        StringBuilder head = new StringBuilder();
        int modifiers = type.getModifiers();
        if (Modifier.isProtected(modifiers)) {
            head.append("protected ");
        }
        if (type.isSealed()) {
            head.append("sealed ");
        }
        if (type.isAnnotation()) {
            head.append("@interface ");
        } else if (type.isInterface()) {
            head.append("interface ");
        } else if (type.isEnum()) {
            head.append("enum ");
        } else if (type.isRecord()) {
            head.append("record ");
        } else {
            head.append(Modifier.isAbstract(modifiers) ? "abstract " : "")
                    .append(Modifier.isFinal(modifiers) ? "final " : "")
                    .append("class ");
        }
        head.append(shortened(type.getName()));
        if (type.getTypeParameters().length > 0) {
            head.append(variables(type.getTypeParameters()).stripTrailing());
        }
        if (type.isRecord() && VALUES.contains(type)) {
            head.append(Arrays.stream(type.getRecordComponents())
                    .map(component -> text(component.getAnnotatedType()) + " " + component.getName())
                    .collect(Collectors.joining(", ", "(", ")")));
        }
        if (!type.isInterface() && !type.isEnum() && !type.isRecord() && type.getSuperclass() != Object.class) {
            head.append(" extends ").append(text(type.getAnnotatedSuperclass()));
        }
        if (type.getInterfaces().length > 0 && !type.isAnnotation()) {
            head.append(type.isInterface() ? " extends " : " implements ")
                    .append(Arrays.stream(type.getAnnotatedInterfaces())
                            .map(JavaApiTest::text)
                            .collect(Collectors.joining(", ")));
        }
        if (type.isSealed()) {
            head.append(" permits ")
                    .append(Arrays.stream(type.getPermittedSubclasses())
                            .map(each -> shortened(each.getName()))
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
        if (CALLED.contains(type)) {
            head.append(ApiSurface.NOT_IMPLEMENTED);
        }
        return head.toString();
    }

    /** What the form of the type says already. */
    private static boolean usual(Method method) {
        Class<?> type = method.getDeclaringClass();
        boolean accessor = VALUES.contains(type)
                && method.getParameterCount() == 0
                && Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getName)
                        .anyMatch(method.getName()::equals);
        boolean ofEnum = type.isEnum() && Set.of("values", "valueOf").contains(method.getName());
        boolean ofObject = switch (method.getName()) {
            case "equals" -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class});
            case "hashCode", "toString" -> method.getParameterCount() == 0;
            default -> false;
        };
        return accessor || ofEnum || ofObject;
    }

    private static boolean canonical(Constructor<?> constructor) {
        Class<?> type = constructor.getDeclaringClass();
        return Arrays.equals(
                constructor.getParameterTypes(),
                Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new));
    }

    private static String words(int modifiers) {
        String all = Modifier.toString(modifiers & Modifier.methodModifiers() & ~Modifier.SYNCHRONIZED);
        return all.replaceFirst("^public ?", "").replaceFirst("(?<=.)$", " ");
    }

    private static String parameters(Executable executable) {
        Parameter[] parameters = executable.getParameters();
        String text = Arrays.stream(parameters)
                .map(parameter -> (parameter.isVarArgs()
                                ? text(parameter.getAnnotatedType()).replaceFirst("\\[]$", "...")
                                : text(parameter.getAnnotatedType()))
                        + " "
                        + parameter.getName())
                .collect(Collectors.joining(", ", "(", ")"));
        return executable.getExceptionTypes().length == 0
                ? text
                : text
                        + Arrays.stream(executable.getAnnotatedExceptionTypes())
                                .map(JavaApiTest::text)
                                .collect(Collectors.joining(", ", " throws ", ""));
    }

    private static String variables(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Arrays.stream(variables)
                        .map(variable -> {
                            String bounds = Arrays.stream(variable.getAnnotatedBounds())
                                    .map(JavaApiTest::text)
                                    .collect(Collectors.joining(" & "));
                            return variable.getName() + (bounds.equals("Object") ? "" : " extends " + bounds);
                        })
                        .collect(Collectors.joining(", ", "<", "> "));
    }

    private static String value(Object value) {
        return switch (value) {
            case String text -> "\"" + text + "\"";
            case Object[] array -> array.length == 0 ? "{}" : Arrays.toString(array);
            case Enum<?> constant -> constant.getDeclaringClass().getSimpleName() + "." + constant.name();
            default -> String.valueOf(value);
        };
    }

    private static String text(AnnotatedType type) {
        return shortened(type.toString());
    }

    /** Without packages. */
    private static String shortened(String name) {
        return name.replace("@org.jspecify.annotations.Nullable()", "@Nullable")
                .replaceAll("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])", "")
                .replace('$', '.');
    }

    // ---- the types

    private static final Comparator<Class<?>> BY_NAME = Comparator.comparing(Class::getName);

    private static Set<ModuleReference> modules() throws IOException {
        Set<ModuleReference> found = new TreeSet<>(Comparator.comparing(
                (ModuleReference module) -> module.descriptor().name()));
        for (URL url : Collections.list(Hexadmin.class.getClassLoader().getResources("module-info.class"))) {
            String location = url.toString().replaceFirst("^jar:", "").replaceFirst("!?/module-info\\.class$", "");
            ModuleFinder.of(Path.of(URI.create(location))).findAll().stream()
                    .filter(module -> module.descriptor().name().startsWith("dev.hexadmin."))
                    .forEach(found::add);
        }
        return found;
    }

    private static boolean open(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean visible(Class<?> type) {
        return type.getName().startsWith("dev.hexadmin.")
                && open(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.getSimpleName().equals("package-info")
                && (type.getDeclaringClass() == null || visible(type.getDeclaringClass()));
    }

    /** What the signatures of a type name, and what is declared inside a type that is listed as a whole. */
    private static Stream<Class<?>> reached(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        List<Type> named = new ArrayList<>();
        named.add(type.getGenericSuperclass());
        named.addAll(List.of(type.getGenericInterfaces()));
        if (type.isSealed()) {
            named.addAll(List.of(type.getPermittedSubclasses()));
        }
        if (STABLE.contains(type.getPackageName()) || ALSO.contains(type)) {
            named.addAll(List.of(type.getDeclaredClasses()));
        }
        for (Field field : type.getDeclaredFields()) {
            if (open(field.getModifiers())) {
                named.add(field.getGenericType());
            }
        }
        Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                .filter(member -> open(member.getModifiers()) && !member.isSynthetic())
                .forEach(member -> {
                    named.addAll(List.of(member.getGenericParameterTypes()));
                    named.addAll(List.of(member.getGenericExceptionTypes()));
                    if (member instanceof Method method) {
                        named.add(method.getGenericReturnType());
                    }
                });
        named.forEach(each -> classes(each, found));
        return found.stream();
    }

    private static void classes(Type type, Set<Class<?>> found) {
        switch (type) {
            case null -> {}
            case Class<?> plain -> found.add(plain.isArray() ? plain.getComponentType() : plain);
            case ParameterizedType generic -> {
                classes(generic.getRawType(), found);
                Arrays.stream(generic.getActualTypeArguments()).forEach(each -> classes(each, found));
            }
            case GenericArrayType array -> classes(array.getGenericComponentType(), found);
            case WildcardType wildcard -> {
                Arrays.stream(wildcard.getUpperBounds()).forEach(each -> classes(each, found));
                Arrays.stream(wildcard.getLowerBounds()).forEach(each -> classes(each, found));
            }
            case TypeVariable<?> variable ->
                // a bound that names the variable itself would never end
                Arrays.stream(variable.getBounds())
                        .filter(Class.class::isInstance)
                        .forEach(each -> classes(each, found));
            default -> throw new IllegalStateException("no such type: " + type);
        }
    }
}
