package dev.hexadmin.application.panel.internal;

import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.panel.PageCall;
import dev.hexadmin.application.panel.ShowingExtensions.PageRequest;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The call of a page. */
record PageContext(CodeOnRecords.Call context, PageRequest request, List<Message> rejections)
        implements PageCall, CodeOnRecords.SpecialCall {
    @Override
    public Language language() {
        return request.reader().language();
    }

    @Override
    public ZoneId zone() {
        return request.reader().zone();
    }

    @Override
    public String home() {
        return request.reader().home();
    }

    @Override
    public String address() {
        return request.address();
    }

    @Override
    public Optional<String> value(String name) {
        return values(name).stream().findFirst();
    }

    @Override
    public List<String> values(String name) {
        return request.values().getOrDefault(name, List.of());
    }

    @Override
    public Html form(Html... content) {
        return Html.element(
                "form",
                Map.of("method", "post", "action", request.address(), "class", "stack"),
                Html.element("input", Map.of("type", "hidden", "name", "csrf_token", "value", request.formToken())),
                Html.of(content));
    }
}
