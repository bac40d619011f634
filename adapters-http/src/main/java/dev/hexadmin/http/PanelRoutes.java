package dev.hexadmin.http;

import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.files.FileAddresses;
import dev.hexadmin.http.panel.actions.ActionPages;
import dev.hexadmin.http.panel.actions.BulkChanges;
import dev.hexadmin.http.panel.audit.AuditPages;
import dev.hexadmin.http.panel.children.ChildForms;
import dev.hexadmin.http.panel.comments.CommentCard;
import dev.hexadmin.http.panel.comments.CommentPages;
import dev.hexadmin.http.panel.dashboard.DashboardPages;
import dev.hexadmin.http.panel.dashboard.LayoutPages;
import dev.hexadmin.http.panel.extensions.ExtensionPages;
import dev.hexadmin.http.panel.frame.ErrorPages;
import dev.hexadmin.http.panel.frame.FramePages;
import dev.hexadmin.http.panel.frame.OneTimeForms;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.frame.ViewCounts;
import dev.hexadmin.http.panel.frame.VisitorServices;
import dev.hexadmin.http.panel.history.HistoryCard;
import dev.hexadmin.http.panel.history.HistoryPages;
import dev.hexadmin.http.panel.lists.ListAdditions;
import dev.hexadmin.http.panel.lists.ListViews;
import dev.hexadmin.http.panel.lists.RecordLists;
import dev.hexadmin.http.panel.notifications.ComposePages;
import dev.hexadmin.http.panel.notifications.DeliveryPages;
import dev.hexadmin.http.panel.notifications.InboxPages;
import dev.hexadmin.http.panel.notifications.UnsubscribePages;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.RecordChoices;
import dev.hexadmin.http.panel.records.RecordCounts;
import dev.hexadmin.http.panel.records.RecordDeletion;
import dev.hexadmin.http.panel.records.RecordDetails;
import dev.hexadmin.http.panel.records.RecordForms;
import dev.hexadmin.http.panel.records.RecordServices;
import dev.hexadmin.http.panel.search.SearchPages;
import dev.hexadmin.http.panel.session.MailedLinkPages;
import dev.hexadmin.http.panel.session.PanelSessions;
import dev.hexadmin.http.panel.session.PasskeySignInPages;
import dev.hexadmin.http.panel.session.ProviderPages;
import dev.hexadmin.http.panel.session.SignInPages;
import dev.hexadmin.http.panel.setup.SetupPages;
import dev.hexadmin.http.panel.transfer.ExportPages;
import dev.hexadmin.http.panel.transfer.ImportPages;
import dev.hexadmin.http.panel.users.AccessPages;
import dev.hexadmin.http.panel.users.InvitationPages;
import dev.hexadmin.http.panel.users.PasskeyPages;
import dev.hexadmin.http.panel.users.ProfilePages;
import dev.hexadmin.http.panel.users.RolePages;
import dev.hexadmin.http.panel.users.UserPages;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.routing.BrowserSupport;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The routes of the panel's pages. */
final class PanelRoutes {
    private final HttpSettings settings;
    private final Ports ports;
    private final MeterRegistry meters;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Panel panel;
    private final RecordCounts counts = new RecordCounts();

    PanelRoutes(HttpSettings settings, Ports ports, MeterRegistry meters, InstantSource clock, RandomGenerator random) {
        this.settings = settings;
        this.ports = ports;
        this.meters = meters;
        this.clock = clock;
        this.random = random;
        this.panel = panel(
                new PanelUrls(settings.site().adminPath(), settings.site().notificationsPrefix(), addresses()),
                ports.requests().pages());
    }

    private FileAddresses addresses() {
        return new FileAddresses(settings.site().adminPath(), ports.files().links());
    }

    private Panel panel(PanelUrls urls, Optional<CachingPages> pages) {
        return new Panel(
                urls,
                ports.models(),
                new VisitorServices(
                        ports.identity().sessions(),
                        ports.notifications().reading(),
                        ports.identity().views(),
                        new ViewCounts(ports.records().browsing(), clock),
                        ports.insight().extensions()),
                settings.site(),
                pages,
                meters,
                random);
    }

    /** All pages. */
    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.addAll(frame(panel));
        routes.addAll(users());
        routes.addAll(new DashboardPages(
                        panel,
                        ports.insight().dashboard(),
                        ports.insight().extensions().showing())
                .routes());
        routes.addAll(new LayoutPages(panel, ports.insight().dashboard()).routes());
        routes.addAll(notifications());
        ModelPath registered = ModelPath.ofRegistered(
                settings.site().adminPath(),
                ports.models(),
                model -> model.definition().exposure().html());
        routes.addAll(records(panel, registered));
        ports.models().models().stream()
                .filter(PanelUrls::hasOwnPages)
                .forEach(model -> routes.addAll(exports(panel, pathOf(model))));
        routes.addAll(views(panel).routes());
        routes.addAll(new AuditPages(panel, ports.insight().reviewing()).routes());
        routes.addAll(new HistoryPages(
                        panel, HistoryPages.registered(panel), ports.insight().reviewing())
                .routes());
        routes.addAll(new ExtensionPages(panel, ports.insight().extensions()).routes());
        routes.addAll(new SearchPages(panel, ports.searching()).routes());
        return routes;
    }

    private ModelPath pathOf(Model model) {
        return ModelPath.of(panel.places().path(model), model);
    }

    /** The pages of one model at {@code prefix}, with the sign-in and the files that they need. */
    List<Route> ofModel(Model model, String prefix) {
        // changes of its table are not watched, so its pages are not cached
        Panel own = panel(
                new PanelUrls(
                        settings.site().adminPath(),
                        settings.site().notificationsPrefix(),
                        Map.of(model.name(), prefix),
                        addresses()),
                Optional.empty());
        ModelPath path = ModelPath.of(prefix, model);
        List<Route> routes = new ArrayList<>(frame(own));
        routes.addAll(records(own, path));
        routes.addAll(new HistoryPages(own, path, ports.insight().reviewing()).routes());
        return routes;
    }

    /** Sessions of browsers, and what a browser gets instead of a problem document. */
    BrowserSupport browsers() {
        return new PanelSessions(ports.identity().sessions(), signIn(panel), new ErrorPages(panel));
    }

    private SignInPages signIn(Panel shown) {
        return new SignInPages(
                shown,
                ports.identity().sessions(),
                ports.identity().providers(),
                ports.requests().limiting(),
                ports.identity().users(),
                ports.identity().accounts().recovering(),
                ports.requests().passkeys(),
                random);
    }

    private List<Route> frame(Panel shown) {
        List<Route> routes = new ArrayList<>(new FramePages(shown).routes());
        SignInPages signIn = signIn(shown);
        routes.addAll(signIn.routes());
        routes.addAll(new ProviderPages(
                        shown, ports.identity().providers(), ports.requests().limiting(), signIn)
                .routes());
        routes.addAll(new PasskeySignInPages(
                        shown,
                        ports.identity().accounts().signingInWithPasskey(),
                        ports.requests().passkeys(),
                        signIn)
                .routes());
        return routes;
    }

    private List<Route> users() {
        Ports.OfIdentity identity = ports.identity();
        List<Route> routes = new ArrayList<>();
        routes.addAll(new SetupPages(panel, identity.users()).routes());
        routes.addAll(
                new MailedLinkPages(panel, identity.accounts(), ports.requests().limiting()).routes());
        routes.addAll(new ProfilePages(
                        panel,
                        new ProfilePages.Ports(
                                identity.signingIn(),
                                identity.users(),
                                identity.accounts(),
                                identity.sessions(),
                                identity.apiKeys(),
                                ports.requests().limiting()),
                        clock)
                .routes());
        routes.addAll(new PasskeyPages(
                        panel,
                        identity.signingIn(),
                        identity.accounts().passkeys(),
                        ports.requests().passkeys(),
                        ports.requests().limiting())
                .routes());
        routes.addAll(new RolePages(panel, identity.roles(), ports.records().browsing()).routes());
        routes.addAll(new InvitationPages(panel, identity.accounts()).routes());
        routes.addAll(new AccessPages(panel, identity.accounts(), identity.users(), identity.apiKeys()).routes());
        UserPages pages = new UserPages(
                panel,
                new UserPages.Ports(
                        ports.records().browsing(),
                        ports.records().editing(),
                        identity.users(),
                        identity.roles(),
                        identity.apiKeys(),
                        identity.providers(),
                        identity.accounts()),
                counts);
        routes.addAll(pages.routes());
        RecordServices services = services(panel, pathOf(pages.model()));
        FormFields fields = new FormFields(services);
        routes.addAll(list(services, fields, new ActionPages(services, fields, counts), pages.listAdditions()));
        return routes;
    }

    private List<Route> notifications() {
        Ports.OfNotifications notifications = ports.notifications();
        BrowsingRecords browsing = ports.records().browsing();
        List<Route> routes = new ArrayList<>();
        routes.addAll(new InboxPages(panel, notifications.reading(), notifications.channels()).routes());
        routes.addAll(new ComposePages(
                        panel,
                        notifications.sending(),
                        browsing,
                        ports.searching(),
                        notifications.channels(),
                        onceOnly(panel))
                .routes());
        routes.addAll(
                new DeliveryPages(panel, browsing, ports.searching(), notifications.sending(), notifications.channels())
                        .routes());
        return routes;
    }

    /**
     * The page of the links to unsubscribe.
     *
     * @param prefix of the notification endpoints
     * @param alone whether the panel is not served beside them
     */
    List<Route> unsubscribing(String prefix, boolean alone) {
        return new UnsubscribePages(
                        panel,
                        ports.notifications().reading(),
                        ports.notifications().channels(),
                        ports.requests().limiting(),
                        prefix,
                        alone)
                .routes();
    }

    private OneTimeForms onceOnly(Panel shown) {
        return new OneTimeForms(shown, ports.requests().replaying());
    }

    private ListViews views(Panel shown) {
        return new ListViews(shown, ports.identity().views(), ports.identity().roles());
    }

    private RecordServices services(Panel shown, ModelPath path) {
        return new RecordServices(
                shown,
                path,
                ports.records().browsing(),
                ports.records().editing(),
                ports.searching(),
                ports.records().running(),
                ports.files(),
                ports.insight().extensions());
    }

    /** The list, and what is done to several of its records. */
    private List<Route> list(RecordServices services, FormFields fields, ActionPages actions, ListAdditions additions) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new RecordLists(services, fields, counts, views(services.panel()), additions).routes());
        routes.addAll(new RecordChoices(services).routes());
        routes.addAll(new BulkChanges(services, fields, counts, actions).routes());
        return routes;
    }

    private List<Route> exports(Panel shown, ModelPath path) {
        return new ExportPages(shown, path, ports.records().exporting(), clock).routes();
    }

    private List<Route> records(Panel shown, ModelPath path) {
        RecordServices services = services(shown, path);
        FormFields fields = new FormFields(services);
        ChildForms children = new ChildForms(services, fields);
        ActionPages actions = new ActionPages(services, fields, counts);
        List<Route> routes = new ArrayList<>(list(services, fields, actions, ListAdditions.NONE));
        routes.addAll(exports(shown, path));
        routes.addAll(new ImportPages(
                        shown,
                        path,
                        ports.records().importing(),
                        settings.sizes().maxUploadBytes())
                .routes());
        routes.addAll(new RecordForms(services, fields, counts, children, onceOnly(shown)).routes());
        CommentCard comments = new CommentCard(shown, ports.insight().discussing());
        routes.addAll(new RecordDetails(
                        services,
                        children,
                        new HistoryCard(shown.places(), ports.insight().reviewing()),
                        comments)
                .routes());
        routes.addAll(new CommentPages(services, comments, ports.insight().discussing()).routes());
        routes.addAll(new RecordDeletion(services, counts).routes());
        routes.addAll(actions.routes());
        return routes;
    }
}
