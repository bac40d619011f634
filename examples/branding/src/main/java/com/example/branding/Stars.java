package com.example.branding;

import dev.hexadmin.application.panel.FieldWidget;
import dev.hexadmin.application.panel.FieldWidget.FieldControl;
import dev.hexadmin.application.panel.Html;
import dev.hexadmin.domain.models.FieldType;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** A number from 1 to 5 as stars, which are radio buttons in a form. */
final class Stars {
    static final FieldWidget WIDGET = FieldWidget.named("rating", FieldType.INTEGER)
            .shows(value -> of(value.value(Long.class)))
            .edits(Stars::control);

    private static final int MOST = 5;

    private Stars() {}

    static Html of(long stars) {
        int full = (int) Math.clamp(stars, 0, MOST);
        return Html.element(
                "span",
                Map.of("class", "stars", "role", "img", "aria-label", full + " of " + MOST + " stars"),
                Html.text("★".repeat(full)),
                Html.element("span", Map.of("class", "stars-rest"), Html.text("★".repeat(MOST - full))));
    }

    private static Html control(FieldControl control) {
        return Html.element(
                "div",
                Map.of("class", "stars-control", "role", "radiogroup", "aria-labelledby", control.labelId()),
                IntStream.rangeClosed(control.required() ? 1 : 0, MOST)
                        .mapToObj(stars -> choice(control, stars < 1 ? "" : Integer.toString(stars)))
                        .toArray(Html[]::new));
    }

    private static Html choice(FieldControl control, String stars) {
        Map<String, String> radio = new HashMap<>(Map.of("type", "radio", "name", control.name(), "value", stars));
        if (stars.equals(control.value())) {
            radio.put("checked", "");
        }
        return Html.element(
                "label",
                Map.of("class", "choice"),
                Html.element("input", radio),
                stars.isEmpty() ? Html.text("None") : of(Integer.parseInt(stars)));
    }
}
