package dev.hexadmin.http.panel.frame;

import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.views.ManagingSavedViews;

/** What the frame of a page says about its visitor: the session, unread notifications, and saved views. */
public record VisitorServices(
        KeepingSessions sessions, ReadingNotifications reading, ManagingSavedViews views, ViewCounts counts) {}
