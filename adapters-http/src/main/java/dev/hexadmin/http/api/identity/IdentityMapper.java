package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.identity.SigningIn.Profile;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.server.json.ResponseMapping;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(config = ResponseMapping.class)
interface IdentityMapper {
    @Mapping(target = "superuser", source = "access.superuser")
    @Mapping(target = "roles", source = "access.roles")
    @Mapping(target = "permissions", source = "access.permissions")
    MeResponse me(Profile profile);

    IdentityProviderResponse provider(IdentityProvider provider);

    default long id(UserId id) {
        return id.value();
    }

    default String email(EmailAddress email) {
        return email.value();
    }

    default @Nullable Instant time(Optional<Instant> time) {
        return time.orElse(null);
    }
}
