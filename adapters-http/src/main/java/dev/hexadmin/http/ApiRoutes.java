package dev.hexadmin.http;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.api.access.RolesResource;
import dev.hexadmin.http.api.actions.ActionsResource;
import dev.hexadmin.http.api.comments.CommentsResource;
import dev.hexadmin.http.api.dashboard.DashboardResource;
import dev.hexadmin.http.api.docs.DocsResource;
import dev.hexadmin.http.api.docs.OpenApiResource;
import dev.hexadmin.http.api.identity.AuthResource;
import dev.hexadmin.http.api.identity.InvitationsResource;
import dev.hexadmin.http.api.identity.MailedLinksResource;
import dev.hexadmin.http.api.identity.OpenAccessResource;
import dev.hexadmin.http.api.identity.PasskeysResource;
import dev.hexadmin.http.api.identity.ProviderAuthResource;
import dev.hexadmin.http.api.identity.SetupResource;
import dev.hexadmin.http.api.notifications.DeliveriesResource;
import dev.hexadmin.http.api.notifications.NotificationsResource;
import dev.hexadmin.http.api.records.EndpointsResource;
import dev.hexadmin.http.api.records.RecordsResource;
import dev.hexadmin.http.api.schema.SchemaResource;
import dev.hexadmin.http.api.search.SearchResource;
import dev.hexadmin.http.api.views.SavedViewsResource;
import dev.hexadmin.http.files.FileAddresses;
import dev.hexadmin.http.files.FilesResource;
import dev.hexadmin.http.files.ResumableUploadsResource;
import dev.hexadmin.http.live.LiveResource;
import dev.hexadmin.http.live.Subscriptions;
import dev.hexadmin.http.openapi.OpenApiDocument;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.request.ModelPath;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.AccessTokens;
import dev.hexadmin.http.settings.HttpSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The routes of the JSON API, of its documentation, and of health and metrics. */
final class ApiRoutes {
    private final HttpSettings settings;
    private final Ports ports;
    private final IdempotentPosts posts;
    private final OpenApiResource openApi;
    private final FileAddresses addresses;
    private final Map<String, Model> elsewhere = new ConcurrentSkipListMap<>();

    /** @param version of the product, for the documents */
    ApiRoutes(HttpSettings settings, Ports ports, String version) {
        this.settings = settings;
        this.ports = ports;
        this.addresses =
                new FileAddresses(settings.site().adminPath(), ports.files().links());
        this.posts = new IdempotentPosts(ports.requests().replaying());
        OpenApiDocument.Served served = new OpenApiDocument.Served(
                settings.site().branding().name(),
                settings.site().adminPath(),
                settings.site().notificationsPrefix(),
                version,
                settings.limits(),
                settings.readers().openApi(),
                settings.readers().metrics(),
                ports.notifications().channels());
        this.openApi = new OpenApiResource(
                settings.readers().openApi(),
                reader -> OpenApiDocument.of(
                        ports.models(),
                        model -> reader.map(actor -> ports.records().running().offered(actor, model))
                                .orElseGet(() -> ports.records().actions().of(model)),
                        served,
                        elsewhere,
                        ports.records().endpoints()::of,
                        reader.map(Actor::rights).orElse(Rights.ALL)));
    }

    /** All but the notification endpoints. */
    List<Route> routes(AccessTokens tokens) {
        String admin = settings.site().adminPath();
        List<Route> routes = new ArrayList<>();
        routes.addAll(identity(admin, tokens));
        routes.addAll(new SchemaResource(ports.models(), ports.records().running()::offered, admin).routes());
        routes.addAll(new SearchResource(ports.searching(), admin).routes());
        routes.addAll(new DashboardResource(ports.insight().dashboard(), admin).routes());
        routes.addAll(new FilesResource(
                        ports.models(), ports.files().uploading(), ports.files().downloading(), addresses, posts, admin)
                .routes());
        routes.addAll(new ResumableUploadsResource(ports.models(), ports.files().resuming(), addresses, posts, admin)
                .routes());
        routes.addAll(records(admin));
        routes.addAll(openApi.routes());
        routes.addAll(new DocsResource(
                        settings.readers().openApi(), settings.site().branding().name())
                .routes());
        return routes;
    }

    private List<Route> identity(String admin, AccessTokens tokens) {
        Ports.OfIdentity identity = ports.identity();
        List<Route> routes = new ArrayList<>();
        routes.addAll(new AuthResource(
                        admin,
                        identity.signingIn(),
                        identity.users(),
                        ports.requests().limiting(),
                        tokens,
                        posts)
                .routes());
        routes.addAll(new ProviderAuthResource(
                        admin, identity.providers(), ports.requests().limiting(), tokens, posts)
                .routes());
        routes.addAll(new PasskeysResource(
                        admin,
                        identity.accounts(),
                        ports.requests().passkeys(),
                        ports.requests().limiting(),
                        tokens,
                        posts)
                .routes());
        routes.addAll(new MailedLinksResource(
                        admin, identity.accounts(), ports.requests().limiting(), posts)
                .routes());
        routes.addAll(new InvitationsResource(identity.accounts().inviting(), posts, admin).routes());
        routes.addAll(
                new OpenAccessResource(identity.accounts().reviewing(), identity.users(), identity.apiKeys(), admin)
                        .routes());
        routes.addAll(new SetupResource(admin, identity.users(), posts).routes());
        routes.addAll(new RolesResource(identity.roles(), posts, admin).routes());
        routes.addAll(new SavedViewsResource(identity.views(), posts, admin).routes());
        return routes;
    }

    private List<Route> records(String admin) {
        Ports.OfRecords records = ports.records();
        RecordsResource resource = new RecordsResource(
                RecordsResource.registered(admin, ports.models()),
                records.browsing(),
                records.editing(),
                posts,
                addresses);
        List<Route> routes = new ArrayList<>(resource.routes());
        routes.addAll(new EndpointsResource(records.endpoints(), records.calling(), resource, posts, admin).routes());
        routes.addAll(new CommentsResource(ports.models(), ports.insight().discussing(), posts, admin).routes());
        routes.addAll(new ActionsResource(ports.models(), records.actions(), records.running(), posts, admin).routes());
        return routes;
    }

    /** The notification endpoints, below {@code prefix}. */
    List<Route> notifications(Subscriptions followers, String prefix) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new NotificationsResource(ports.notifications().reading(), prefix).routes());
        routes.addAll(new DeliveriesResource(
                        ports.notifications().sending(), ports.notifications().channels(), posts, prefix)
                .routes());
        routes.addAll(new LiveResource(followers, prefix).routes());
        return routes;
    }

    /** The routes of one model at {@code prefix}, which the OpenAPI document lists from now on. */
    List<Route> ofModel(Model model, String prefix) {
        elsewhere.put(prefix, model);
        openApi.changed();
        return new RecordsResource(
                        ModelPath.of(prefix, model),
                        ports.records().browsing(),
                        ports.records().editing(),
                        posts,
                        addresses)
                .routes();
    }
}
