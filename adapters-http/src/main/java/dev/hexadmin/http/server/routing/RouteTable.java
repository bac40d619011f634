package dev.hexadmin.http.server.routing;

import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Own code, because Helidon tries its patterns one after the other, ends a key at {@code %2F} and cuts it at {@code ;}.
 *
 * <p>Finds the route of a path by its raw segments, in time proportional to their number. Immutable once built.
 *
 * <p>A literal segment wins over a variable; where no route has the literal, the variable is tried.
 */
final class RouteTable {
    private final Node root = new Node();

    /**
     * @throws IllegalArgumentException when two routes answer the same, naming them
     */
    RouteTable(List<Route> routes, BiFunction<String, Method, RouteTimers> timers) {
        for (Route route : routes) {
            add(route, timers.apply(route.template(), route.method()));
        }
        root.freeze();
    }

    /** The methods of the path, or null when no route has the path. One trailing slash is ignored. */
    @Nullable
    Match find(String path) {
        int end = path.length();
        if (end > 1 && path.charAt(end - 1) == '/') {
            end--;
        }
        if (end == 0 || path.charAt(0) != '/') {
            return null;
        }
        return find(root, path, 1, end, 0);
    }

    private static @Nullable Match find(Node node, String path, int from, int end, int variables) {
        if (from >= end) {
            // "/a//" ends here with an empty segment left over: no route has one
            boolean whole = from == end + 1 || path.length() == 1;
            return whole && !node.endpoints.isEmpty() ? new Match(node, variables) : null;
        }
        int to = path.indexOf('/', from);
        if (to < 0 || to > end) {
            to = end;
        }
        if (to == from) {
            return null;
        }
        Node literal = node.literal(path, from, to);
        if (literal != null) {
            Match match = find(literal, path, to + 1, end, variables);
            if (match != null) {
                return match;
            }
        }
        if (node.variable != null) {
            Match match = find(node.variable, path, to + 1, end, variables + 1);
            if (match != null) {
                match.values[variables] = path.substring(from, to);
                return match;
            }
        }
        return null;
    }

    private void add(Route route, RouteTimers timers) {
        Node node = root;
        List<String> names = new ArrayList<>();
        if (!route.template().isEmpty()) {
            for (String segment : route.template().substring(1).split("/", -1)) {
                if (segment.isEmpty()) {
                    throw new IllegalArgumentException("the route " + name(route) + " has an empty segment");
                }
                if (segment.startsWith("{") && segment.endsWith("}")) {
                    String name = segment.substring(1, segment.length() - 1);
                    if (name.isEmpty() || names.contains(name)) {
                        throw new IllegalArgumentException(
                                "the route " + name(route) + " has two variables of one name, or one without");
                    }
                    names.add(name);
                    node = node.variableOrNew();
                } else {
                    node = node.building.computeIfAbsent(segment, text -> new Node());
                }
            }
        }
        for (Endpoint other : node.endpoints) {
            if (other.route.method().equals(route.method())) {
                throw new IllegalArgumentException(
                        "the routes " + name(other.route) + " and " + name(route) + " are one and the same");
            }
        }
        node.endpoints.add(new Endpoint(route, List.copyOf(names), timers));
    }

    private static String name(Route route) {
        return route.method().text() + " " + route.template();
    }

    /** A route with values that are computed once. */
    record Endpoint(Route route, List<String> variables, RouteTimers timers) {}

    /** A path that exists, with the raw values of its variables in order. */
    static final class Match {
        private final Node node;
        private final String[] values;

        private Match(Node node, int variables) {
            this.node = node;
            this.values = variables == 0 ? NONE : new String[variables];
        }

        /** A variable's raw value. */
        String value(int index) {
            return values[index];
        }

        /** The route for the method; {@code HEAD} falls back to {@code GET}. */
        @Nullable
        Endpoint endpoint(Method method) {
            List<Endpoint> endpoints = node.endpoints;
            for (int i = 0; i < endpoints.size(); i++) {
                if (endpoints.get(i).route.method().equals(method)) {
                    return endpoints.get(i);
                }
            }
            return method.equals(Method.HEAD) ? endpoint(Method.GET) : null;
        }

        List<Endpoint> endpoints() {
            return node.endpoints;
        }

        /** For the {@code Allow} header: the methods of these endpoints. */
        static String allowed(List<Endpoint> endpoints) {
            return endpoints.stream()
                    .map(endpoint -> endpoint.route.method().text())
                    .flatMap(text -> text.equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(text))
                    .distinct()
                    .collect(Collectors.joining(", ", "", ", OPTIONS"));
        }
    }

    private static final String[] NONE = {};

    /** A position in the tree of segments. Its literals are a small hash table that needs no substring to be asked. */
    private static final class Node {
        private final Map<String, Node> building = new HashMap<>();
        private final List<Endpoint> endpoints = new ArrayList<>();
        private @Nullable Node variable;
        private String[] keys = NONE;
        private Node[] children = {};

        private Node variableOrNew() {
            Node existing = variable;
            if (existing == null) {
                existing = new Node();
                variable = existing;
            }
            return existing;
        }

        private void freeze() {
            if (variable != null) {
                variable.freeze();
            }
            int size = Integer.highestOneBit(Math.max(1, building.size()) * 2 - 1) * 2;
            keys = new String[size];
            children = new Node[size];
            building.forEach((text, child) -> {
                child.freeze();
                int slot = text.hashCode() & (size - 1);
                while (children[slot] != null) {
                    slot = (slot + 1) & (size - 1);
                }
                keys[slot] = text;
                children[slot] = child;
            });
        }

        private @Nullable Node literal(String path, int from, int to) {
            int hash = 0;
            for (int i = from; i < to; i++) {
                hash = 31 * hash + path.charAt(i);
            }
            int mask = children.length - 1;
            int slot = hash & mask;
            while (children[slot] != null) {
                String key = keys[slot];
                if (key.length() == to - from && path.startsWith(key, from)) {
                    return children[slot];
                }
                slot = (slot + 1) & mask;
            }
            return null;
        }
    }
}
