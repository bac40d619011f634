package dev.hexadmin.http.api.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.http.openapi.CannedRequestContext;
import dev.hexadmin.http.openapi.Samples;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SearchResourceTest {
    private final ModelRegistry models = Samples.models();
    private final List<String> asked = new ArrayList<>();
    private final SearchResource resource = new SearchResource(
            new SearchingRecords() {
                @Override
                public Found search(Actor actor, String query, Optional<List<String>> names, int limit) {
                    asked.add(query + " in " + names + " up to " + limit);
                    return new Found(
                            List.of(
                                    new Hit(
                                            model("products"),
                                            new RecordKey(List.of(7L)),
                                            "A \"chair\"",
                                            "",
                                            "…",
                                            0.87654),
                                    new Hit(
                                            model("playlist_track"),
                                            new RecordKey(List.of(1L, 2L)),
                                            "1, 2",
                                            "",
                                            "",
                                            0.5),
                                    new Hit(model("tags"), new RecordKey(List.of(new UUID(1, 2))), "t", "", "t", 0.25)),
                            40,
                            List.of(model("tags")));
                }

                @Override
                public List<Suggestion> suggest(Actor actor, String query, Function<Label, String> texts) {
                    asked.add(query);
                    return List.of(
                            suggestion(Suggestion.Kind.MODEL, Optional.empty(), Optional.empty()),
                            suggestion(Suggestion.Kind.FIELD, Optional.empty(), Optional.of("name")),
                            suggestion(Suggestion.Kind.FIELD, Optional.empty(), Optional.of("attributes")),
                            suggestion(
                                    Suggestion.Kind.RECORD, Optional.of(new RecordKey(List.of(7L))), Optional.empty()));
                }

                @Override
                public List<Choice> choices(Actor actor, Model model, String field, String typed, int limit) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Map<RecordKey, String> labels(Actor actor, Model model, Collection<RecordKey> keys) {
                    throw new UnsupportedOperationException();
                }

                private Suggestion suggestion(Suggestion.Kind kind, Optional<RecordKey> key, Optional<String> field) {
                    return new Suggestion(kind, model("products"), key, field, "l", "s");
                }
            },
            "/admin");

    private Model model(String name) {
        return models.model(name).orElseThrow();
    }

    private String get(String path, Map<String, String> query) {
        return new String(
                        CannedRequestContext.get(
                                        resource.routes(), CannedRequestContext.superuser(), path, query, Map.of())
                                .body(),
                        StandardCharsets.UTF_8)
                .replace('"', '\'');
    }

    @Test
    void hits_are_given_with_their_keys_as_records_show_them() {
        assertThat(get("/admin/api/search/", Map.of("q", " Chair ", "models", "products, tags", "limit", "3")))
                .isEqualTo("{'query':' Chair ','total':40,'items':["
                        + "{'model':'products','id':7,'label':'A \\'chair\\'','snippet':'…','score':0.8765,"
                        + "'url':'/admin/api/products/7'},"
                        + "{'model':'playlist_track','id':'1,2','label':'1, 2','snippet':'','score':0.5,"
                        + "'url':'/admin/api/playlist_track/1,2'},"
                        + "{'model':'tags','id':'00000000-0000-0001-0000-000000000002','label':'t','snippet':'t',"
                        + "'score':0.25,'url':'/admin/api/tags/00000000-0000-0001-0000-000000000002'}],"
                        + "'newest_only':['tags']}");
        get("/admin/api/search", Map.of("q", "x"));
        get("/admin/api/search", Map.of());
        assertThat(asked)
                .containsExactly(
                        " Chair  in Optional[[products, tags]] up to 3",
                        "x in Optional.empty up to 20",
                        " in Optional.empty up to 20");
    }

    @Test
    void suggestions_lead_to_pages_of_the_panel() {
        assertThat(get("/admin/search/suggestions", Map.of("q", "l")))
                .isEqualTo("{'query':'l','suggestions':["
                        + "{'type':'model','model':'products','label':'l','sublabel':'s','url':'/admin/products/'},"
                        + "{'type':'field','model':'products','label':'l','sublabel':'s',"
                        + "'url':'/admin/products/?ordering=name'},"
                        + "{'type':'field','model':'products','label':'l','sublabel':'s','url':'/admin/products/'},"
                        + "{'type':'record','model':'products','label':'l','sublabel':'s',"
                        + "'url':'/admin/products/7'}]}");
    }

    @Test
    void wrong_parameters_are_named() {
        for (String limit : List.of("0", "101", "-1", "1.5", "x", "", "9999999999")) {
            refused("/admin/api/search", Map.of("q", "x", "limit", limit), "?limit");
        }
        refused("/admin/api/search", Map.of("q", "x", "page", "1"), "?page");
        refused("/admin/search/suggestions", Map.of("limit", "1"), "?limit");
        assertThat(asked).isEmpty();
    }

    private void refused(String path, Map<String, String> query, String pointer) {
        assertThatExceptionOfType(RequestRejectedException.class)
                .as("%s", query)
                .isThrownBy(() -> get(path, query))
                .satisfies(refused -> {
                    assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.MALFORMED);
                    assertThat(refused.violations())
                            .singleElement()
                            .satisfies(v -> assertThat(v.pointer()).isEqualTo(pointer));
                });
    }
}
