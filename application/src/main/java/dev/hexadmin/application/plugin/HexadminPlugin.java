package dev.hexadmin.application.plugin;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.panel.PanelExtension;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.domain.models.ModelDefinition;
import java.util.List;
import java.util.Map;

/**
 * A plugin, which extends an installation without a new build: models with their hooks, actions and endpoints, message
 * channels and providers, widgets of the dashboard, and what it adds to the panel. Found by {@link java.util.ServiceLoader} in the modules of
 * {@code plugins/} and in those that the program runs with; {@code hexadmin plugins} lists them.
 *
 * <pre>{@code
 * public final class Loans implements HexadminPlugin {
 *     @Override
 *     public String name() {
 *         return "loans";
 *     }
 *
 *     @Override
 *     public List<ModelDefinition> models() {
 *         return List.of(ModelDefinition.builder("loans")
 *                 .field("id", FieldType.INTEGER, f -> f.primaryKey())
 *                 .field("due", FieldType.DATE, f -> f.required())
 *                 .build());
 *     }
 * }
 * }</pre>
 *
 * <p>Each method is called once, at the start, before anything is served; an exception stops the start and is reported
 * with the plugin's name. A plugin that is {@link AutoCloseable} is closed when Hexadmin stops.
 */
public interface HexadminPlugin {
    /** The unique name: {@code [a-z][a-z0-9_]*}. */
    String name();

    /** Further models; a name that is already used stops the start. */
    default List<ModelDefinition> models() {
        return List.of();
    }

    /** Hooks by the name of a model, which may be any registered one; they run after those of the program. */
    default Map<String, RecordHooks> hooks() {
        return Map.of();
    }

    /** Actions by the name of a model, which may be any registered one that is not built in. */
    default Map<String, List<RecordAction>> actions() {
        return Map.of();
    }

    /** JSON endpoints by the name of a model, which may be any registered one. */
    default Map<String, List<RecordEndpoint>> endpoints() {
        return Map.of();
    }

    /** SMS providers, configured by the settings below {@code notifications.sms.{name}}. */
    default List<SmsProvider> smsProviders() {
        return List.of();
    }

    /** E-mail providers, configured by the settings below {@code notifications.email.{name}}. */
    default List<EmailProvider> emailProviders() {
        return List.of();
    }

    /** Channels, configured by the settings below {@code notifications.channels.NAME}. */
    default List<MessageChannel> messageChannels() {
        return List.of();
    }

    /** Pages, cards, tabs, field widgets and files of the panel. */
    default PanelExtension panel() {
        return PanelExtension.NONE;
    }

    /** Widgets of the dashboard, placed after the others. */
    default List<WidgetDefinition> dashboardWidgets() {
        return List.of();
    }
}
