package dev.hexadmin.bootstrap.texts;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.text.Label;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The English texts of the sources that users see: constant arguments of the calls that translate them. */
final class SourceTexts {
    private static final List<String> MODULES = List.of(
            "domain",
            "application",
            "adapters-http",
            "adapters-persistence",
            "adapters-cache",
            "adapters-notify",
            "bootstrap");
    /** The text is the first argument. */
    private static final Pattern FIRST = Pattern.compile("Message\\.of\\(|Localized\\.text\\(");
    /** So it is here, in files that import it. */
    private static final Pattern IMPORTED = Pattern.compile(FIRST.pattern() + "|(?<![\\w.])text\\(");
    /** The text is one of the arguments, and has a blank, other than the codes beside it. */
    private static final Pattern ANY =
            Pattern.compile("Violation\\.at\\(|new Violation\\(|RequestRejectedException\\.\\w+\\("
                    + "|new RequestRejectedException\\(|new UnreadableFileException\\(|new Problem\\(|\\.reject\\(");

    private static final Pattern SCRIPT = Pattern.compile("gettext\\('((?:[^'\\\\]|\\\\.)*)'");
    private static final Pattern COMMENT =
            Pattern.compile("/\\*.*?\\*/|^\\s*//.*?$", Pattern.DOTALL | Pattern.MULTILINE);

    private SourceTexts() {}

    static Path repository() {
        return Files.exists(Path.of("examples")) ? Path.of("") : Path.of("..");
    }

    /** Each text with a file that has it, and what users read about the built-in models. */
    static SortedMap<String, String> all() {
        SortedMap<String, String> texts = new TreeMap<>();
        builtIn().forEach(label -> texts.put(label.text(), "a built-in model"));
        MessageChannels.BUILT_IN.addresses().values().forEach(kind -> texts.put(kind.noun(), "a built-in channel"));
        for (String module : MODULES) {
            files(repository().resolve(module).resolve("src/main/java"), ".java")
                    .forEach(file -> ofCalls(file, texts));
        }
        templates().forEach(file -> ofCalls(file, texts));
        scripts()
                .forEach(file -> SCRIPT.matcher(read(file))
                        .results()
                        .forEach(found -> texts.putIfAbsent(found.group(1).replace("\\'", "'"), file.toString())));
        return texts;
    }

    private static List<Label> builtIn() {
        List<ModelDefinition> models = new ArrayList<>(List.of(IdentityModels.users(), IdentityModels.loginAttempts()));
        models.addAll(AccessModels.definitions());
        models.addAll(NotificationModels.definitions(MessageChannels.BUILT_IN));
        List<Label> labels = new ArrayList<>();
        for (ModelDefinition model : models) {
            labels.addAll(List.of(model.labels().one(), model.labels().many()));
            model.labels().help().ifPresent(labels::add);
            model.navigation().group().ifPresent(labels::add);
            model.fields().forEach(field -> {
                labels.add(field.labels());
                field.presentation().help().ifPresent(labels::add);
            });
        }
        return labels;
    }

    static List<Path> templates() {
        return files(repository().resolve("adapters-http/src/main/jte"), ".jte");
    }

    static List<Path> scripts() {
        return files(repository().resolve("adapters-http/src/main/resources/META-INF/dev.hexadmin.http/panel"), ".js");
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void ofCalls(Path file, SortedMap<String, String> texts) {
        String source = COMMENT.matcher(read(file)).replaceAll("");
        Matcher first = (source.contains("Localized.text") ? IMPORTED : FIRST).matcher(source);
        while (first.find()) {
            Constant constant = new Constant(source, first.end());
            constant.value().ifPresent(text -> texts.putIfAbsent(text, file.toString()));
        }
        Matcher any = ANY.matcher(source);
        while (any.find()) {
            for (int argument : arguments(source, any.end())) {
                new Constant(source, argument)
                        .value()
                        .filter(text -> text.contains(" "))
                        .ifPresent(text -> texts.putIfAbsent(text, file.toString()));
            }
        }
    }

    /** Where the arguments of a call begin. */
    private static List<Integer> arguments(String source, int start) {
        List<Integer> arguments = new ArrayList<>(List.of(start));
        int depth = 0;
        for (int i = start; i < source.length() && depth >= 0; i++) {
            char c = source.charAt(i);
            if (c == '"') {
                i = endOfLiteral(source, i);
            } else if ("([{".indexOf(c) >= 0) {
                depth++;
            } else if (")]}".indexOf(c) >= 0) {
                depth--;
            } else if (c == ',' && depth == 0) {
                arguments.add(i + 1);
            }
        }
        return arguments;
    }

    private static int endOfLiteral(String source, int start) {
        int i = start + 1;
        while (source.charAt(i) != '"') {
            i += source.charAt(i) == '\\' ? 2 : 1;
        }
        return i;
    }

    /** Literals that are joined with {@code +}, up to the end of the argument. */
    private static final class Constant {
        private final String source;
        private int at;

        Constant(String source, int at) {
            this.source = source;
            this.at = at;
        }

        Optional<String> value() {
            StringBuilder value = new StringBuilder();
            do {
                blanks();
                if (at >= source.length() || source.charAt(at) != '"' || source.startsWith("\"\"\"", at)) {
                    return Optional.empty();
                }
                int end = endOfLiteral(source, at);
                value.append(source.substring(at + 1, end).translateEscapes());
                at = end + 1;
                blanks();
            } while (at < source.length() && source.charAt(at++) == '+');
            char end = source.charAt(at - 1);
            return end == ',' || end == ')' ? Optional.of(value.toString()) : Optional.empty();
        }

        private void blanks() {
            while (at < source.length() && Character.isWhitespace(source.charAt(at))) {
                at++;
            }
        }
    }
}
