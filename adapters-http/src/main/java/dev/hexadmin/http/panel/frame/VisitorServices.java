package dev.hexadmin.http.panel.frame;

import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.panel.PanelAssembly;
import dev.hexadmin.application.views.ManagingSavedViews;

/** What the frame of a page says about its visitor: the session, unread notifications, and saved views, and the pages and files of plugins. */
public record VisitorServices(
        KeepingSessions sessions,
        ReadingNotifications reading,
        ManagingSavedViews views,
        ViewCounts counts,
        PanelAssembly extensions) {}
