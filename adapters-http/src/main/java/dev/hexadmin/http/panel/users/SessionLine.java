package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.domain.identity.BrowserName;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.SignInMethod;
import java.util.Optional;

/**
 * A session in a list.
 *
 * @param current whether it is the visitor's own
 * @param client the browser, or that it is one of the API
 * @param method how the user signed in
 */
public record SessionLine(
        String id, boolean current, String client, String address, String method, Moment since, Moment until) {

    static SessionLine of(KeepingSessions.Open session, String current) {
        return new SessionLine(
                session.id(),
                session.id().equals(current),
                browser(session.browser()),
                session.address(),
                method(session.method()),
                Moment.of(session.createdAt()),
                Moment.of(session.expiresAt()));
    }

    static SessionLine of(OpenSession session, String current) {
        return new SessionLine(
                session.id(),
                session.id().equals(current),
                switch (session.kind()) {
                    case PANEL -> browser(session.signIn().browser());
                    case API -> "API";
                },
                session.signIn().address(),
                method(session.signIn().method()),
                Moment.of(session.createdAt()),
                Moment.of(session.expiresAt()));
    }

    private static String browser(String userAgent) {
        return userAgent.isEmpty() ? text("unknown browser") : text(BrowserName.of(userAgent));
    }

    private static String method(Optional<SignInMethod> method) {
        return switch (method.orElse(null)) {
            case PASSWORD -> text("Password");
            case PASSWORD_AND_CODE -> text("Password and code");
            case PASSWORD_AND_PASSKEY -> text("Password and passkey");
            case PASSKEY -> text("Passkey");
            case PROVIDER -> text("Identity provider");
            case null -> text("unknown");
        };
    }
}
