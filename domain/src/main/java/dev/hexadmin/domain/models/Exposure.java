package dev.hexadmin.domain.models;

/** The routers that serve a model: the setting {@code export_endpoint}, with {@code skip_auto_routes}. */
public enum Exposure {
    /** Panel and JSON API. */
    EVERYWHERE(true, true),
    /** {@code export_endpoint: html}. */
    HTML(true, false),
    /** {@code export_endpoint: api}. */
    API(false, true),
    /** {@code skip_auto_routes: true}. */
    NOWHERE(false, false);

    private final boolean html;
    private final boolean json;

    Exposure(boolean html, boolean json) {
        this.html = html;
        this.json = json;
    }

    /** Whether the panel shows the model, including the sidebar and search suggestions. */
    public boolean html() {
        return html;
    }

    /** Whether the JSON API and the OpenAPI document contain the model. */
    public boolean json() {
        return json;
    }
}
