package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.files.FilesAssembly;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.models.Model;
import java.util.List;
import java.util.Map;

/**
 * The hooks of every model in the order they run. Those of users check what registered hooks may not change, so they come
 * first; files, comments and notices concern the record as it is stored, so they come last.
 */
final class ModelHooks {
    private final Map<String, RecordHooks> hooks;

    /** @param registered the hooks of programs, which this adds to */
    ModelHooks(Map<String, RecordHooks> registered) {
        this.hooks = registered;
    }

    ModelHooks ofUsers(IdentityAssembly identity, NotificationsAssembly notifications) {
        String users = IdentityModels.users().name();
        hooks.merge(users, identity.userHooks(), (registered, own) -> RecordHooks.inOrder(List.of(own, registered)));
        after(users, notifications.userHooks());
        return this;
    }

    ModelHooks ofEach(
            List<Model> models, FilesAssembly files, RecordHooks comments, NotificationsAssembly notifications) {
        for (Model model : models) {
            files.hooks().of(model).ifPresent(own -> after(model.name(), own));
            if (model.definition().comments()) {
                after(model.name(), comments);
            }
            RecordHooks own = hooks.getOrDefault(model.name(), RecordHooks.none());
            if (hooks.containsKey(model.name())
                    || !model.definition().notices().on().isEmpty()) {
                hooks.put(model.name(), notifications.changeNotices().apply(own));
            }
        }
        return this;
    }

    private void after(String model, RecordHooks last) {
        hooks.merge(model, last, (before, own) -> RecordHooks.inOrder(List.of(before, own)));
    }

    Map<String, RecordHooks> byModel() {
        return hooks;
    }
}
