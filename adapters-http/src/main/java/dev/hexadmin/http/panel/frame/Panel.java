package dev.hexadmin.http.panel.frame;

import static dev.hexadmin.http.texts.Localized.text;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.identity.KeepingSessions.FormToken;
import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.application.notifications.NotificationModels;
import dev.hexadmin.application.panel.PanelPage;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.server.content.Assets;
import dev.hexadmin.http.server.request.Cookies;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.templates.pages.JtesharedGenerated;
import dev.hexadmin.http.templates.parts.JtenavigationGenerated;
import dev.hexadmin.http.texts.Localizations;
import dev.hexadmin.http.texts.Localized;
import gg.jte.Content;
import gg.jte.html.HtmlContent;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.HtmlTemplateOutput;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Makes pages: the frame around them, their headers, and messages from one page to the next. Thread-safe. */
public final class Panel {
    /** Everything from this server, nothing inline, no exception. */
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " font-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action"
            + " 'self'; frame-ancestors 'none'";

    private static final String KEPT = "X-Kvstore-Cache";
    private static final String FLASH = "admin_flash";
    private static final String THEME = "admin_theme";
    private static final String LATIN = "inter-latin.woff2";
    private static final String RESOURCES = "META-INF/dev.hexadmin.http/panel/";
    private static final String HTMX = "META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";
    private static final Response.Header HTML = new Response.Header("Content-Type", "text/html; charset=utf-8");
    private static final Response.Header CSP = new Response.Header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    private static final int KEPT_MENUS = 10_000;
    private static final int KEPT_NAVIGATIONS = 1_000; // each a few kilobytes

    private final PanelUrls places;
    private final ModelRegistry models;
    private final VisitorServices visitors;
    private final String environment;
    private final PanelBrand brand;
    private final PluginFiles pluginFiles;
    private final Optional<CachingPages> pages;
    private final Counter hits;
    private final Counter misses;
    private final RandomGenerator random;
    private final Assets assets;
    private final ScriptTexts scriptTexts;
    // by identity: a user's rights are the same object until they change
    private final Cache<Rights, Map<Language, List<Navigation.Group>>> menus =
            Caffeine.newBuilder().weakKeys().maximumSize(KEPT_MENUS).build();
    private final Cache<Navigation, Content> navigations =
            Caffeine.newBuilder().maximumSize(KEPT_NAVIGATIONS).build();
    // by identity: a view is the same object until the views of its user are read again
    private final Cache<SavedView, String> viewAddresses =
            Caffeine.newBuilder().weakKeys().maximumSize(KEPT_MENUS).build();

    /**
     * @param site where pages are, and how they look
     * @param pages caches the content of the frame; empty without a cache
     * @param meters counts hits and misses of the cache
     * @param random cryptographically strong
     */
    public Panel(
            PanelUrls places,
            ModelRegistry models,
            VisitorServices visitors,
            HttpSettings.Site site,
            Optional<CachingPages> pages,
            MeterRegistry meters,
            RandomGenerator random) {
        this.places = places;
        this.models = models;
        this.visitors = visitors;
        this.environment = site.environment();
        this.brand = new PanelBrand(site.branding(), places.admin() + "/static/brand", RESOURCES + "mark.svg");
        this.pluginFiles = new PluginFiles(
                places.admin() + "/static/plugins",
                visitors.extensions().declared().files());
        this.pages = pages;
        this.hits = counter(meters, "hit");
        this.misses = counter(meters, "miss");
        this.random = random;
        this.scriptTexts = new ScriptTexts(places.admin() + "/static/texts", parts("js", PanelFiles.SCRIPTS));
        this.assets = new Assets(
                places.admin() + "/static",
                Map.of(
                        "panel.css",
                        parts("css", PanelFiles.STYLES),
                        "start.js",
                        List.of(RESOURCES + "start.js"),
                        "panel.js",
                        Stream.concat(Stream.of(HTMX), parts("js", PanelFiles.SCRIPTS).stream())
                                .toList(),
                        "passkeys.js",
                        List.of(RESOURCES + "passkeys.js"),
                        "mark.svg",
                        List.of(RESOURCES + "mark.svg"),
                        "caret.svg",
                        List.of(RESOURCES + "caret.svg"),
                        "edit.svg",
                        List.of(RESOURCES + "edit.svg"),
                        "more.svg",
                        List.of(RESOURCES + "more.svg"),
                        LATIN,
                        List.of(RESOURCES + "font/" + LATIN),
                        "inter-more.woff2",
                        List.of(RESOURCES + "font/inter-more.woff2")));
    }

    private static Counter counter(MeterRegistry meters, String result) {
        return Counter.builder("hexadmin.pages")
                .description("Pages that could have been kept, by whether they were")
                .tag("result", result)
                .register(meters);
    }

    private static List<String> parts(String kind, List<String> names) {
        return names.stream()
                .map(name -> RESOURCES + kind + "/" + name + "." + kind)
                .toList();
    }

    /** The files of pages. */
    public Assets assets() {
        return assets;
    }

    /** The name of the installation. */
    public String name() {
        return brand.name();
    }

    /** The operator's own appearance. */
    PanelBrand brand() {
        return brand;
    }

    /** The files of plugins. */
    PluginFiles pluginFiles() {
        return pluginFiles;
    }

    /** The translations for the scripts of pages. */
    ScriptTexts scriptTexts() {
        return scriptTexts;
    }

    /** The name of the environment; {@code ""} without one. */
    String environment() {
        return environment;
    }

    public PanelUrls places() {
        return places;
    }

    public ModelRegistry models() {
        return models;
    }

    /**
     * The frame of a page.
     *
     * @param crumbs the way to the page, without the dashboard and the page itself
     */
    public Frame frame(RequestContext request, String title, Frame.Crumb... crumbs) {
        Optional<Visit> visit = visit(request);
        return frame(
                request,
                title,
                visit,
                visit.map(one -> viewsIfAvailable(one.actor())).orElse(List.of()),
                crumbs);
    }

    /** The frame of a page that is the same for all visitors, whose credentials are not read. */
    public Frame frameForAnyone(RequestContext request, String title) {
        return frame(request, title, Optional.empty(), List.of());
    }

    private Frame frame(
            RequestContext request,
            String title,
            Optional<Visit> visit,
            List<VisitorView> views,
            Frame.Crumb... crumbs) {
        List<Frame.Crumb> way = crumbs(request, crumbs);
        return new Frame(
                title,
                way,
                request.path(),
                visit.map(this::shown),
                visit.map(one -> navigation(request, one.actor(), views, way)).orElse(PageBody.NOTHING),
                Cookies.read(request, FLASH).flatMap(this::opened).map(List::of).orElse(List.of()),
                new Frame.Appearance(
                        brand.shown(assets.url("mark.svg")),
                        environment,
                        theme(request),
                        new Frame.Files(
                                assets.url("panel.css"),
                                assets.url("start.js"),
                                scriptTexts.url(),
                                assets.url("panel.js"),
                                assets.url("passkeys.js"),
                                assets.url(LATIN)),
                        visit.isPresent() ? pluginFiles.loaded() : Frame.Added.NOTHING),
                places);
    }

    /** The tables behind the pages of notifications belong to them. */
    private List<Frame.Crumb> crumbs(RequestContext request, Frame.Crumb... crumbs) {
        boolean ofMessages = NotificationModels.NAMES.stream()
                .anyMatch(name -> (request.path() + "/").startsWith(places.admin() + "/" + name + "/"));
        List<Frame.Crumb> all = new ArrayList<>();
        if (ofMessages) {
            all.add(new Frame.Crumb(text("Notifications"), places.admin() + "/notifications/"));
        }
        all.addAll(List.of(crumbs));
        return all;
    }

    /**
     * The user who views a page.
     *
     * @param formToken {@code ""} for a program with an access token or an API key, which needs none
     */
    private record Visit(Actor.SignedIn actor, String formToken) {}

    private static Optional<Visit> visit(RequestContext request) {
        Optional<Session> session = request.visitor();
        if (session.isPresent()) {
            return Optional.of(new Visit(session.get().actor(), session.get().formToken()));
        }
        try {
            return request.actor() instanceof Actor.SignedIn program
                    ? Optional.of(new Visit(program, ""))
                    : Optional.empty();
        } catch (RequestRejectedException e) {
            return Optional.empty(); // the token is not valid; the page says so
        }
    }

    private Frame.Visitor shown(Visit visit) {
        Actor.SignedIn actor = visit.actor();
        String email = actor.email().value();
        try {
            return new Frame.Visitor(
                    email, visit.formToken(), visitors.reading().recentUnread(actor, Addressee.of(actor.id())));
        } catch (ServiceUnavailableException e) {
            return new Frame.Visitor(email, visit.formToken(), 0); // the page about it still has its frame
        }
    }

    private Content navigation(
            RequestContext request, Actor.SignedIn actor, List<VisitorView> views, List<Frame.Crumb> crumbs) {
        return navigations.get(
                Navigation.of(places, menu(actor), entries(request, views), request.path(), crumbs),
                shown -> kept(JtenavigationGenerated::render, shown));
    }

    /** The entries of saved views. */
    private List<Navigation.View> entries(RequestContext request, List<VisitorView> views) {
        if (views.isEmpty()) {
            return List.of();
        }
        String current = request.queryIfReadable().getOrDefault(SavedViewAddress.VIEW, "");
        List<Navigation.View> entries = new ArrayList<>(views.size());
        for (VisitorView one : views) {
            String list = places.list(one.model());
            boolean here = current.equals(Long.toString(one.view().id()))
                    && request.path().equals(list);
            entries.add(new Navigation.View(list, one.view().name(), one.href(), one.tally(), here));
        }
        return entries;
    }

    /** The saved views of a user. A page asks once, and passes them to all that shows them. */
    public List<VisitorView> views(Actor.SignedIn actor) {
        List<SavedView> saved = visitors.views().recent(actor);
        if (saved.isEmpty()) {
            return List.of();
        }
        List<VisitorView> views = new ArrayList<>(saved.size());
        for (SavedView view : saved) {
            models.model(view.model())
                    .ifPresent(model -> views.add(new VisitorView(
                            view,
                            model,
                            viewAddresses.get(view, any -> SavedViewAddress.of(places.list(model), view)),
                            visitors.counts().of(actor, model, view))));
        }
        return views;
    }

    private List<VisitorView> viewsIfAvailable(Actor.SignedIn actor) {
        try {
            return views(actor);
        } catch (ServiceUnavailableException e) {
            return List.of(); // the page about it still has its frame
        }
    }

    private static String theme(RequestContext request) {
        return Cookies.read(request, THEME)
                .filter(theme -> theme.equals("light") || theme.equals("dark"))
                .orElse("");
    }

    /** The models that the panel shows to a user, and the pages of plugins, in the form of the sidebar. */
    private List<Navigation.Group> menu(Actor actor) {
        return menus.get(actor.rights(), any -> new ConcurrentHashMap<>())
                .computeIfAbsent(
                        Localized.current().language(),
                        language -> withPages(
                                menuOf(actor.rights()),
                                visitors.extensions().showing().pages(actor)));
    }

    /** The pages in the groups of their names; new groups come last. */
    private List<Navigation.Group> withPages(List<Navigation.Group> groups, List<PanelPage> pages) {
        Map<String, List<Navigation.Item>> all = new LinkedHashMap<>();
        groups.forEach(group ->
                all.computeIfAbsent(group.label(), label -> new ArrayList<>()).addAll(group.items()));
        for (PanelPage page : pages) {
            page.navigation()
                    .ifPresent(entry -> all.computeIfAbsent(text(entry.group()), label -> new ArrayList<>())
                            .add(new Navigation.Item(
                                    text(page.title()),
                                    places.admin() + "/" + page.path() + "/",
                                    entry.icon().word(),
                                    "",
                                    "")));
        }
        return all.entrySet().stream()
                .map(group -> new Navigation.Group(group.getKey(), group.getValue()))
                .toList();
    }

    private List<Navigation.Group> menuOf(Rights asked) {
        List<List<Model>> ordered = NavigationOrder.of(models.models().stream()
                .filter(model -> model.definition().exposure().html())
                .filter(model -> !NotificationModels.NAMES.contains(model.name()))
                .filter(model -> asked.allows(Action.VIEW, model)));
        return ordered.stream()
                .map(group -> new Navigation.Group(
                        NavigationOrder.groupLabel(group.getFirst()),
                        group.stream()
                                .map(model -> new Navigation.Item(
                                        text(model.definition().labels().many()),
                                        places.list(model),
                                        model.definition().navigation().icon().word(),
                                        text(model.definition().labels().one()),
                                        creates(asked, model) ? places.list(model) + "create" : ""))
                                .toList()))
                .toList();
    }

    private static boolean creates(Rights rights, Model model) {
        return rights.allows(Action.CREATE, model) && Action.CREATE.isPossibleOn(model);
    }

    /**
     * The {@code render} method that a template is compiled to.
     *
     * @param <T> what the template shows
     */
    @FunctionalInterface
    public interface Template<T> {
        void render(HtmlTemplateOutput out, HtmlInterceptor interceptor, T shown);
    }

    /** A page. */
    public <T> Response page(RequestContext request, int status, Template<T> template, T shown) {
        Response page = new Response(status, List.of(HTML, CSP), html(template, shown));
        return Cookies.read(request, FLASH).isPresent()
                ? page.with("Set-Cookie", Cookies.line(request, FLASH, "", "; Max-Age=0"))
                : page;
    }

    /** Whether {@link #shared} pages are cached: then they may contain no data that is older than the request. */
    public boolean keepsPages() {
        return pages.isPresent();
    }

    /**
     * A page whose body is the same for all users with the same rights and the same accessible records.
     *
     * @param model whose records it shows
     * @param address everything that the body depends on except the user
     * @param body makes it, with the token for its forms
     */
    public Response shared(
            RequestContext request,
            Actor.SignedIn actor,
            Model model,
            String address,
            Function<String, PageBody> body,
            Frame.Crumb... crumbs) {
        return shared(
                request,
                actor,
                model,
                address,
                body,
                new Own(viewsIfAvailable(actor), token -> PageBody.NOTHING),
                crumbs);
    }

    /**
     * What belongs to the visitor of a page that users share.
     *
     * @param views those in the navigation
     * @param above makes what stands above the body, with the token for its forms
     */
    public record Own(List<VisitorView> views, Function<String, Content> above) {}

    /** The same, where a part of the page belongs to its visitor. */
    public Response shared(
            RequestContext request,
            Actor.SignedIn actor,
            Model model,
            String address,
            Function<String, PageBody> body,
            Own own,
            Frame.Crumb... crumbs) {
        Optional<Visit> visit = visit(request);
        String token = visit.map(Visit::formToken).orElse("");
        if (pages.isEmpty()) {
            return framed(request, 200, visit, body.apply(token), own, crumbs);
        }
        // the addresses of files expire
        String period = model.fields().stream().anyMatch(FieldDefinition::holdsFile)
                ? "#" + places().files().period()
                : "";
        CachingPages.Page page = pages.get()
                .of(actor, model, address + period + " " + Localized.current().key(), () -> {
                    String mark = mark();
                    return body.apply(mark).kept(mark);
                });
        Response response = framed(request, 200, visit, PageBody.of(page.content(), token), own, crumbs);
        if (page.kept().isEmpty()) {
            return response;
        }
        boolean hit = page.kept().get();
        (hit ? hits : misses).increment();
        return response.with(KEPT, hit ? "HIT" : "MISS");
    }

    /** A page of a list or a record that is made at each request: it says so where other pages are cached. */
    public <T> Response uncached(RequestContext request, int status, Template<T> template, T shown) {
        return uncached(page(request, status, template, shown));
    }

    private Response uncached(Response page) {
        return page.status() == 200 && pages.filter(CachingPages::available).isPresent()
                ? page.with(KEPT, "MISS")
                : page;
    }

    /** A page like those of {@link #shared}, for this request only. */
    public Response unshared(
            RequestContext request, Actor.SignedIn actor, Function<String, PageBody> body, Frame.Crumb... crumbs) {
        return unshared(request, 200, body, new Own(viewsIfAvailable(actor), token -> PageBody.NOTHING), crumbs);
    }

    /** The same, with what belongs to the visitor. */
    public Response unshared(
            RequestContext request, int status, Function<String, PageBody> body, Own own, Frame.Crumb... crumbs) {
        Optional<Visit> visit = visit(request);
        String token = visit.map(Visit::formToken).orElse("");
        return uncached(framed(request, status, visit, body.apply(token), own, crumbs));
    }

    private Response framed(
            RequestContext request, int status, Optional<Visit> visit, PageBody body, Own own, Frame.Crumb... crumbs) {
        Content above = own.above().apply(visit.map(Visit::formToken).orElse(""));
        Frame frame = frame(request, body.title(), visit, own.views(), crumbs);
        return page(request, status, JtesharedGenerated::render, body.in(frame, above));
    }

    private String mark() {
        return "token-" + Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
    }

    /** What a template makes, as UTF-8. */
    public static <T> byte[] html(Template<T> template, T shown) {
        return PageOutput.html(content(template, shown));
    }

    /** What a template makes, as a part of another template. */
    public static <T> Content content(Template<T> template, T shown) {
        return (HtmlContent) output -> template.render(output, PageOutput.NO_INTERCEPTOR, shown);
    }

    /** The same as markup that is made at once, for pages that show it again. */
    public static <T> Content kept(Template<T> template, T shown) {
        byte[] markup = html(template, shown);
        return output -> output.writeBinaryContent(markup);
    }

    /** After a form: to another page, by {@code GET}. */
    public Response redirect(String location) {
        return Response.empty(303).with("Location", location);
    }

    /** The answer to a form: a redirect to another page, which shows the result. */
    public Response redirect(RequestContext request, String location, Flash flash) {
        return withFlash(request, redirect(location), flash);
    }

    /** The answer, with a message for the next page. */
    public Response withFlash(RequestContext request, Response response, Flash flash) {
        String text = flash.kind().word() + " " + flash.text();
        String sealed = Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        return response.with(
                "Set-Cookie",
                Cookies.line(request, FLASH, sealed + "." + signature(sealed).text(), "; Max-Age=60"));
    }

    /** The cookie that keeps a theme. */
    static String themeCookie(RequestContext request, String theme) {
        return Cookies.line(request, THEME, theme, theme.isEmpty() ? "; Max-Age=0" : "; Max-Age=31536000");
    }

    /** The cookie that keeps a language in this browser; {@code ""} leaves it to the browser's preferences. */
    public static String languageCookie(RequestContext request, String tag) {
        return Cookies.line(request, Localizations.COOKIE, tag, tag.isEmpty() ? "; Max-Age=0" : "; Max-Age=31536000");
    }

    private Optional<Flash> opened(String cookie) {
        int dot = cookie.indexOf('.');
        if (dot <= 0 || !signature(cookie.substring(0, dot)).accepts(cookie.substring(dot + 1))) {
            return Optional.empty();
        }
        String text = new String(Base64.getUrlDecoder().decode(cookie.substring(0, dot)), StandardCharsets.UTF_8);
        int space = text.indexOf(' ');
        return Optional.of(new Flash(
                Flash.Kind.valueOf(text.substring(0, space).toUpperCase(Locale.ROOT)), text.substring(space + 1)));
    }

    private FormToken signature(String sealed) {
        return visitors.sessions().formToken(FLASH + " " + sealed);
    }
}
