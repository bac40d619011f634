package dev.hexadmin.application.actions;

import dev.hexadmin.application.actions.internal.ActionRuns;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.List;
import java.util.Map;

/**
 * Assembles the driving port of actions.
 *
 * @param declared which there are
 * @param running running them
 */
public record ActionsAssembly(DeclaredActions declared, RunningActions running) {

    /**
     * Assembles the port.
     *
     * @param actions by model name
     * @throws IllegalArgumentException when a model is unknown or built in, has two actions of one name, or a parameter
     *     refers to an unknown model; the message names model and action
     */
    public static ActionsAssembly of(
            ModelRegistry models, CodeOnRecords records, Map<String, List<RecordAction>> actions) {
        DeclaredActions declared = new DeclaredActions(models, actions);
        return new ActionsAssembly(declared, new ActionRuns(records, declared));
    }
}
