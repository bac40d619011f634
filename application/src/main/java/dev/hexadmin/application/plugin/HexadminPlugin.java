package dev.hexadmin.application.plugin;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.domain.models.ModelDefinition;
import java.util.List;
import java.util.Map;

/**
 * A part of an application that is added to an installation without building it anew: models with their rules, actions and
 * endpoints, channels and providers of messages, cards of the dashboard. Found by {@link java.util.ServiceLoader} in the modules of
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
 * <p>Each method is called once, at the start, before anything is served; what one throws stops the start and is told
 * with the plugin's name. A plugin that is {@link AutoCloseable} is closed when Hexadmin stops.
 */
public interface HexadminPlugin {
    /** Tells it from others: {@code [a-z][a-z0-9_]*}. */
    String name();

    /** Models beside those of the configuration; a name that is taken stops the start. */
    default List<ModelDefinition> models() {
        return List.of();
    }

    /** Rules in code by the name of a model, which may be any registered one; they run after those of the program. */
    default Map<String, RecordHooks> rules() {
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

    /** Configured with what the settings say below {@code notifications.sms.{name}}. */
    default List<SmsProvider> smsProviders() {
        return List.of();
    }

    /** Configured with what the settings say below {@code notifications.email.{name}}. */
    default List<EmailProvider> emailProviders() {
        return List.of();
    }

    /** Configured with what the settings say below {@code notifications.channels.NAME}. */
    default List<MessageChannel> messageChannels() {
        return List.of();
    }

    /** Cards that stand behind the others. */
    default List<CardDefinition> dashboardCards() {
        return List.of();
    }
}
