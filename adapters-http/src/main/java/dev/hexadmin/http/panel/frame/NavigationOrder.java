package dev.hexadmin.http.panel.frame;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.http.texts.Localized;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The order of models in the panel: in groups, each in its order. */
public final class NavigationOrder {
    private NavigationOrder() {}

    /** The models in their groups; the first model of a group decides its position, and built-in groups come last. */
    public static List<List<Model>> of(Stream<Model> models) {
        Map<String, List<Model>> groups = models.collect(
                Collectors.groupingBy(NavigationOrder::group, TreeMap::new, Collectors.toCollection(ArrayList::new)));
        List<List<Model>> ordered = new ArrayList<>(groups.values());
        ordered.forEach(group -> group.sort(Comparator.comparingInt(
                        (Model model) -> model.definition().navigation().order())
                .thenComparing(model ->
                        Localized.text(model.definition().labels().many()).toLowerCase(Locale.ROOT))));
        ordered.sort(
                Comparator.comparing((List<Model> group) -> group.getFirst().builtIn())
                        .thenComparingInt(group ->
                                group.getFirst().definition().navigation().order()));
        return ordered;
    }

    /** The name of the group of a model; {@code ""} without a group. */
    public static String group(Model model) {
        return model.definition().navigation().group().map(Label::text).orElse("");
    }

    /** The name of the group of a model in the language of the request; {@code ""} without a group. */
    static String groupLabel(Model model) {
        return model.definition().navigation().group().map(Localized::text).orElse("");
    }
}
