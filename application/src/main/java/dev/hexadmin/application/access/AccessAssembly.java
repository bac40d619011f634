package dev.hexadmin.application.access;

import dev.hexadmin.application.access.internal.CachedRights;
import dev.hexadmin.application.access.internal.CompiledRowPolicies;
import dev.hexadmin.application.access.internal.GrantGuard;
import dev.hexadmin.application.access.internal.GuardedRoles;
import dev.hexadmin.application.access.internal.SourcedRights;
import dev.hexadmin.application.access.port.Grants;
import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Assembles roles and rights.
 *
 * @param liveRights the current rights of each user
 * @param rowPolicies the records that these rights cover
 * @param managingRoles roles and direct grants
 * @param escalation prevents users from granting rights that they do not have
 * @param explaining the sources of rights
 */
public record AccessAssembly(
        LiveRights liveRights,
        RowPolicies rowPolicies,
        ManagingRoles managingRoles,
        EscalationGuard escalation,
        RightsSources explaining) {

    /**
     * @param registry all models, {@link AccessModels#definitions()} among them
     * @param nanoTicker a monotonic clock in nanoseconds, such as {@link System#nanoTime}
     */
    public static AccessAssembly assemble(
            Grants grants,
            Roles roles,
            AuditTrail auditTrail,
            UnitOfWork unitOfWork,
            ClusterEvents events,
            ModelRegistry registry,
            InstantSource clock,
            LongSupplier nanoTicker) {
        GrantGuard guard = new GrantGuard(roles, registry);
        LiveRights liveRights = new CachedRights(grants, roles, guard, registry, unitOfWork, events, nanoTicker);
        return new AccessAssembly(
                liveRights,
                new CompiledRowPolicies(),
                new GuardedRoles(roles, guard, auditTrail, unitOfWork, events, registry, clock),
                guard,
                new SourcedRights(roles, registry));
    }
}
