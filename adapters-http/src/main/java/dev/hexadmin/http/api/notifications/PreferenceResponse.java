package dev.hexadmin.http.api.notifications;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import org.jspecify.annotations.Nullable;

/** A preference as it was set. */
@Schema(name = "StoredPreference")
public sealed interface PreferenceResponse extends ResponseBody {
    /** Of a channel whose address the user does not set, or has not set. */
    @Schema(name = "ChannelPreference")
    record OfChannel(@Schema(ref = "Channel") String channel, boolean enabled) implements PreferenceResponse {}

    /** Of a channel that reaches the user at an address that they enter. */
    @Schema(name = "AddressPreference")
    record OfAddress(
            @Schema(ref = "Channel") String channel,
            boolean enabled,

            @Schema(description = "Where the channel reaches the user; null: nowhere.") @Nullable
            String address)
            implements PreferenceResponse {}
}
