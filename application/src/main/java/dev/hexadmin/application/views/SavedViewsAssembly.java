package dev.hexadmin.application.views;

import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.views.internal.SavedViewService;
import dev.hexadmin.application.views.port.SavedViews;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;

/**
 * Assembles saved views.
 *
 * @param managing views of lists
 */
public record SavedViewsAssembly(ManagingSavedViews managing) {
    /** @param browsing checks the queries of views */
    public static SavedViewsAssembly of(
            SavedViews views,
            BrowsingRecords browsing,
            AuditTrail auditTrail,
            UnitOfWork unitOfWork,
            ModelRegistry registry,
            InstantSource clock) {
        return new SavedViewsAssembly(new SavedViewService(views, browsing, auditTrail, unitOfWork, registry, clock));
    }
}
