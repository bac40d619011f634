package dev.hexadmin.http;

import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.actions.DeclaredActions;
import dev.hexadmin.application.actions.RunningActions;
import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.comments.DiscussingRecords;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.endpoints.CallingEndpoints;
import dev.hexadmin.application.endpoints.DeclaredEndpoints;
import dev.hexadmin.application.files.FilesAssembly;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningInWithProvider;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.panel.PanelAssembly;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.ExportingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.application.transfer.ImportingRecords;
import dev.hexadmin.application.views.ManagingSavedViews;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.http.webauthn.RelyingParties;
import java.util.Optional;

/**
 * What the application offers and is served.
 *
 * @param models all of them
 */
public record Ports(
        ModelRegistry models,
        OfIdentity identity,
        OfRecords records,
        OfNotifications notifications,
        SearchingRecords searching,
        OfInsight insight,
        FilesAssembly files,
        OfRequests requests) {
    /** Accounts, sessions, keys and roles, and the views that users have saved. */
    public record OfIdentity(
            SigningIn signingIn,
            KeepingSessions sessions,
            SigningInWithProvider providers,
            ManagingUsers users,
            ManagingApiKeys apiKeys,
            OwnAccounts accounts,
            ManagingRoles roles,
            ManagingSavedViews views) {}

    /** Records, with the actions and endpoints that are declared for them. */
    public record OfRecords(
            BrowsingRecords browsing,
            EditingRecords editing,
            ExportingRecords exporting,
            ImportingRecords importing,
            DeclaredActions actions,
            RunningActions running,
            DeclaredEndpoints endpoints,
            CallingEndpoints calling) {}

    /** What has changed, what users say about it, figures, and what plugins show. */
    public record OfInsight(
            ReviewingChanges reviewing,
            DiscussingRecords discussing,
            ViewingDashboard dashboard,
            PanelAssembly extensions) {}

    /** Messages. */
    public record OfNotifications(
            SendingNotifications sending, ReadingNotifications reading, MessageChannels channels) {}

    /**
     * What holds for requests of every kind.
     *
     * @param pages empty: every page is rendered for each request
     * @param texts in all languages
     * @param passkeys the sites at which passkeys are valid
     */
    public record OfRequests(
            ReplayingRequests replaying,
            LimitingRequests limiting,
            Optional<CachingPages> pages,
            Texts texts,
            RelyingParties passkeys) {}
}
