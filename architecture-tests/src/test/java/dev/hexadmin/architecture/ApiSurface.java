package dev.hexadmin.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A public Java API as a text of signatures, in the form of {@code docs/java-api.md}, and what a later one breaks: chapter 13 of
 * the Java Language Specification, and source code that no longer compiles.
 *
 * @param types by package and name
 */
record ApiSurface(Map<String, Type> types) {
    /** At the end of the head of an interface that programs call and do not implement. */
    static final String NOT_IMPLEMENTED = " // implemented by Hexadmin only";

    private static final Pattern HEAD = Pattern.compile("(?<modifiers>(?:protected |sealed |abstract |final )*)"
            + "(?<kind>class|interface|record|enum|@interface) (?<name>[\\w.]+)(?<rest>.*)");

    /**
     * A type.
     *
     * @param modifiers such as {@code final}
     * @param kind such as {@code interface}
     * @param variables its type parameters, with their bounds
     * @param parents the types that it extends and implements
     * @param open whether programs implement or extend it
     * @param members by signature without names of parameters, as they are written
     * @param constants of an enum
     */
    record Type(
            Set<String> modifiers,
            String kind,
            String variables,
            List<String> parents,
            boolean open,
            Map<String, String> members,
            Set<String> constants) {}

    /** Parses the blocks of Java below the headings of packages. */
    static ApiSurface parse(String document) {
        Map<String, Type> types = new TreeMap<>();
        String place = "";
        List<String> type = new ArrayList<>();
        for (String line : document.lines().toList()) {
            if (line.startsWith("## `")) {
                place = line.substring(4, line.lastIndexOf('`'));
            } else if (line.isBlank() || line.startsWith("```")) {
                if (!type.isEmpty()) {
                    Matcher head = head(type.getFirst());
                    types.put(place + "." + head.group("name"), type(head, type.subList(1, type.size())));
                }
                type.clear();
            } else if (!type.isEmpty()
                    || (!place.isEmpty() && HEAD.matcher(line).matches())) {
                type.add(line);
            }
        }
        return new ApiSurface(types);
    }

    private static Matcher head(String line) {
        Matcher head = HEAD.matcher(line);
        if (!head.matches()) {
            throw new IllegalArgumentException("no head of a type: " + line);
        }
        return head;
    }

    private static Type type(Matcher head, List<String> lines) {
        String name = head.group("name");
        String simple = name.substring(name.lastIndexOf('.') + 1);
        String rest = head.group("rest");
        boolean implemented = !rest.endsWith(NOT_IMPLEMENTED);
        rest = implemented ? rest : rest.substring(0, rest.length() - NOT_IMPLEMENTED.length());
        String variables = rest.startsWith("<") ? rest.substring(0, closing(rest, '<', '>') + 1) : "";
        rest = rest.substring(variables.length());
        Map<String, String> members = new LinkedHashMap<>();
        if (rest.startsWith("(")) {
            int end = closing(rest, '(', ')');
            String components = rest.substring(1, end);
            add(members, simple + "(" + components + ")");
            split(components).forEach(component -> add(members, component + "()"));
            rest = rest.substring(end + 1);
        }
        rest = rest.replaceFirst(" permits .*", "");
        List<String> parents = rest.isBlank()
                ? List.of()
                : split(rest.replaceFirst("^ (extends|implements) ", "").replace(" implements ", ", "));
        Set<String> constants = new LinkedHashSet<>();
        for (String line : lines) {
            String member = line.strip();
            if (head.group("kind").equals("enum") && member.matches("[A-Z0-9_]+(, [A-Z0-9_]+)*")) {
                constants.addAll(List.of(member.split(", ")));
            } else {
                add(members, member);
            }
        }
        Set<String> modifiers = Stream.of(head.group("modifiers").split(" "))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        boolean open = !modifiers.contains("sealed")
                && switch (head.group("kind")) {
                    case "interface" -> implemented;
                    case "class" ->
                        !modifiers.contains("final")
                                && members.keySet().stream().anyMatch(member -> member.startsWith(simple + "("));
                    default -> false;
                };
        return new Type(modifiers, head.group("kind"), variables, parents, open, members, constants);
    }

    private static void add(Map<String, String> members, String member) {
        members.put(signature(member), member);
    }

    /** Without names of parameters, defaults and the words that do not matter to a caller. */
    private static String signature(String member) {
        String text = member.replaceFirst("(?<=\\)) default .*|(?<=\\w) default .*$", "");
        if (member.startsWith("default ")) {
            text = member.substring("default ".length());
        }
        text = text.replaceFirst("^((?:protected |static )*)(?:final |abstract )", "$1");
        int open = text.indexOf('(');
        if (open < 0) {
            return text;
        }
        int close = open + closing(text.substring(open), '(', ')');
        return text.substring(0, open + 1)
                + split(text.substring(open + 1, close)).stream()
                        .map(parameter -> parameter.substring(0, Math.max(parameter.lastIndexOf(' '), 0)))
                        .collect(Collectors.joining(", "))
                + text.substring(close);
    }

    /** The parts between the commas that are in no brackets. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(text.substring(from, i).strip());
                from = i + 1;
            }
        }
        parts.add(text.substring(from).strip());
        return parts.stream().filter(part -> !part.isEmpty()).toList();
    }

    private static int closing(String text, char open, char close) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == open ? 1 : text.charAt(i) == close ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("no " + close + " in " + text);
    }

    /** What a program that was compiled against this API finds broken in a later one, one line each. */
    List<String> brokenBy(ApiSurface later) {
        List<String> broken = new ArrayList<>();
        types.forEach((name, before) -> {
            Type now = later.types.get(name);
            if (now == null) {
                broken.add(name + ": the type is gone");
            } else {
                compare(name, before, now, later, broken);
            }
        });
        return broken;
    }

    private static void compare(String name, Type before, Type now, ApiSurface later, List<String> broken) {
        String at = name + ": ";
        if (!before.kind().equals(now.kind())) {
            broken.add(at + "a " + before.kind() + " became a " + now.kind());
        }
        if (!before.variables().equals(now.variables())) {
            broken.add(
                    at + "its type parameters changed from '" + before.variables() + "' to '" + now.variables() + "'");
        }
        for (String modifier : List.of("final", "sealed", "abstract")) {
            if (now.modifiers().contains(modifier)
                    && !before.modifiers().contains(modifier)
                    && (before.open() || modifier.equals("abstract"))) {
                broken.add(at + "it became " + modifier);
            }
        }
        before.parents().stream()
                .filter(parent -> !later.isBelow(now, parent))
                .forEach(parent -> broken.add(at + "it is no longer a " + parent));
        before.constants().stream()
                .filter(constant -> !now.constants().contains(constant))
                .forEach(constant -> broken.add(at + "the constant " + constant + " is gone"));
        before.members().forEach((signature, member) -> {
            Optional<String> found = later.member(now, signature);
            if (found.isEmpty()) {
                broken.add(at + "gone or changed: " + member);
            } else if (hasBody(before, member) && !hasBody(now, found.get())) {
                broken.add(at + "it lost its body or default: " + member);
            }
        });
        if (before.open() || before.kind().equals("@interface")) {
            now.members().forEach((signature, member) -> {
                if (!before.members().containsKey(signature) && !hasBody(now, member)) {
                    broken.add(at + "programs that implement it lack: " + member);
                }
            });
        }
    }

    /** Whether code that implements the type need not give the member. */
    private static boolean hasBody(Type type, String member) {
        return switch (type.kind()) {
            case "interface" -> member.startsWith("default ") || member.startsWith("static ");
            case "@interface" -> member.contains(" default ");
            default -> !member.startsWith("abstract ") && !member.startsWith("protected abstract ");
        };
    }

    private Optional<String> member(Type type, String signature) {
        String own = type.members().get(signature);
        return own != null
                ? Optional.of(own)
                : parents(type)
                        .flatMap(parent -> member(parent, signature).stream())
                        .findFirst();
    }

    private boolean isBelow(Type type, String parent) {
        return type.parents().contains(parent) || parents(type).anyMatch(each -> isBelow(each, parent));
    }

    /** The parents that are part of this API. */
    private Stream<Type> parents(Type type) {
        return type.parents().stream()
                .map(parent -> parent.replaceFirst("<.*", ""))
                .flatMap(parent -> types.entrySet().stream()
                        .filter(each -> each.getKey().endsWith("." + parent))
                        .map(Map.Entry::getValue));
    }
}
