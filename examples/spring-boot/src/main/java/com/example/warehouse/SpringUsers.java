package com.example.warehouse;

import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.application.spi.IdentitySource;
import java.util.Optional;
import java.util.Set;
import org.springframework.security.authentication.AccountStatusUserDetailsChecker;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.stereotype.Component;

/** Users of Spring Security sign in to Hexadmin with their passwords. Their user names are e-mail addresses. */
@Component
class SpringUsers implements IdentitySource {
    private final AuthenticationManager authentication;
    private final UserDetailsService users;

    SpringUsers(AuthenticationConfiguration configuration, UserDetailsService users) throws Exception {
        this.authentication = configuration.getAuthenticationManager();
        this.users = users;
    }

    @Override
    public String name() {
        return "warehouse";
    }

    @Override
    public Optional<ExternalUser> signIn(String login, String password) {
        try {
            return Optional.of(user(authentication
                    .authenticate(UsernamePasswordAuthenticationToken.unauthenticated(login, password))
                    .getName()));
        } catch (InternalAuthenticationServiceException e) {
            throw e; // the source is unavailable
        } catch (AuthenticationException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<ExternalUser> find(String subject) {
        try {
            return Optional.of(user(subject));
        } catch (AuthenticationException e) {
            return Optional.empty();
        }
    }

    private ExternalUser user(String name) {
        UserDetails user = users.loadUserByUsername(name);
        new AccountStatusUserDetailsChecker().check(user);
        Set<String> authorities = AuthorityUtils.authorityListToSet(user.getAuthorities());
        ExternalUser known = ExternalUser.of(user.getUsername(), user.getUsername());
        return authorities.contains("ROLE_ADMIN") ? known.asSuperuser() : known.inRoles(Set.of("Viewer"));
    }
}
