package dev.hexadmin.http.panel.frame;

import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.records.SavedView.Density;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The address of a list with a saved view. Its own parameters have a dot in their names, which no field's has. */
public final class SavedViewAddress {
    /** The id of the view. */
    public static final String VIEW = "list.view";

    /** The height of rows. */
    public static final String DENSITY = "list.density";

    private SavedViewAddress() {}

    /** The parameters of the list with the view. */
    public static Map<String, String> parameters(SavedView view) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(VIEW, Long.toString(view.id()));
        parameters.putAll(new TreeMap<>(view.query()));
        if (!view.columns().isEmpty()) {
            parameters.put("fields", String.join(",", view.columns()));
        }
        if (view.density() != Density.NORMAL) {
            parameters.put(DENSITY, view.density().word());
        }
        return parameters;
    }

    /** The address for links. */
    static String of(String list, SavedView view) {
        StringBuilder out = new StringBuilder(list);
        char joint = '?';
        for (Map.Entry<String, String> one : parameters(view).entrySet()) {
            out.append(joint)
                    .append(URLEncoder.encode(one.getKey(), StandardCharsets.UTF_8))
                    .append('=')
                    .append(URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8));
            joint = '&';
        }
        return out.toString();
    }
}
