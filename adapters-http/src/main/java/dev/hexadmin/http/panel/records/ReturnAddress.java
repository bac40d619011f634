package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.BrowsingRecords.Page;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.uri.QueryString;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the pages of a record lead back to. A link from the row of a list has the list's whole address as the parameter
 * {@value #NEXT}, a link from a record's page has the list from which the record was opened, as {@link ListOrigin}.
 *
 * @param next the address of the page that the user came from, or {@code ""}
 */
public record ReturnAddress(String next, ListOrigin origin) {
    /** The parameter with the address of the page that the user came from. */
    public static final String NEXT = "next";

    /** The origin in forms and in links to forms, where a field of the model may be called {@code list}. */
    public static final String FORM_LIST = "form.list";

    private static final String FORM_NEXT = "form.next";

    static final ReturnAddress NONE = new ReturnAddress("", ListOrigin.NONE);

    /** What the address of a page names, as far as it leads to this server. */
    public static ReturnAddress read(Map<String, String> parameters) {
        return new ReturnAddress(local(parameters.getOrDefault(NEXT, "")), ListOrigin.read(parameters));
    }

    /** What the address of a form names. */
    static ReturnAddress ofForm(Map<String, String> parameters) {
        return new ReturnAddress(
                local(parameters.getOrDefault(NEXT, "")), ListOrigin.read(parameters.getOrDefault(FORM_LIST, "")));
    }

    /** What a form sends. */
    static ReturnAddress sent(Form form) {
        return new ReturnAddress(local(form.textOrEmpty(FORM_NEXT)), ListOrigin.read(form.textOrEmpty(FORM_LIST)));
    }

    private static String local(String next) {
        return PanelUrls.isLocal(next) ? next : "";
    }

    /** The address of another page of the same record. */
    public String added(String path) {
        return new Address(path, parameters()).href();
    }

    /** What the addresses of the same record's other pages have. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = origin.added(Map.of());
        if (!next.isEmpty()) {
            parameters.put(NEXT, next);
        }
        return parameters;
    }

    /** The address of a form for the same or a new record. */
    Address form(Address form) {
        return form.with(FORM_LIST, origin.query()).with(NEXT, next);
    }

    /** The address of the list, as it was. */
    public String list(String path) {
        return next.equals(path) || next.startsWith(path + "?") ? next : origin.list(path);
    }

    /** The address of the record's page; the one that the user came from if it is this one. */
    public String record(String path) {
        return next.startsWith(path + "?") ? next : path + origin.suffix();
    }

    /** The list, at its last page if records were deleted and the page that it was at does not exist any more. */
    public static String existing(BrowsingRecords browsing, Actor actor, Model model, String list) {
        int query = list.indexOf('?');
        if (query < 0) {
            return list;
        }
        Address here = new Address(list.substring(0, query), QueryString.parse(list.substring(query + 1)));
        if (!here.parameters().containsKey("page") && !here.parameters().containsKey("cursor")) {
            return list;
        }
        Map<String, String> listed = new LinkedHashMap<>(Address.given(here.parameters()));
        listed.keySet().removeIf(name -> name.indexOf('.') >= 0 || name.equals("expand") || name.equals("fields"));
        int[] rows = new int[1];
        Page page;
        try {
            page = browsing.list(
                    actor,
                    ListRequest.of(model, listed),
                    CountMode.BOUNDED,
                    shape -> RecordSnapshot.sink(shape, record -> rows[0]++));
        } catch (RequestRejectedException refused) {
            return list; // the list says what is not valid
        }
        if (rows[0] > 0) {
            return list;
        }
        Address first = here.without("page", "cursor");
        if (page.number().isEmpty()) {
            return page.previousCursor()
                    .map(cursor -> first.hrefWith("cursor", cursor))
                    .orElse(first.href());
        }
        long last = (page.total().orElse(0) + page.perPage() - 1) / page.perPage();
        return last > 1 && !page.more() ? first.hrefWith("page", Long.toString(last)) : first.href();
    }
}
