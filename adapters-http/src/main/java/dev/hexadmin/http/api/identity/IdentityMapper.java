package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.identity.SigningIn.Profile;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.server.json.ResponseMapping;
import dev.hexadmin.http.texts.Localized;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(config = ResponseMapping.class)
interface IdentityMapper {
    @Mapping(target = "superuser", source = "access.superuser")
    @Mapping(target = "roles", source = "access.roles")
    @Mapping(target = "permissions", source = "access.permissions")
    @Mapping(target = "language", source = "locale.language")
    @Mapping(target = "timeZone", source = "locale.zone")
    MeResponse me(Profile profile);

    IdentityProviderResponse provider(IdentityProvider provider);

    default String text(Label label) {
        return Localized.text(label);
    }

    default long id(UserId id) {
        return id.value();
    }

    default String email(EmailAddress email) {
        return email.value();
    }

    default @Nullable String language(Optional<Language> language) {
        return language.map(Language::tag).orElse(null);
    }

    default @Nullable String zone(Optional<ZoneId> zone) {
        return zone.map(ZoneId::getId).orElse(null);
    }

    default @Nullable Instant time(Optional<Instant> time) {
        return time.orElse(null);
    }
}
