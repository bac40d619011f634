package dev.hexadmin.http.panel.users;

import dev.hexadmin.application.identity.IdentityAssembly.OwnAccounts;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.panel.frame.Panel;

/**
 * The tabs above the pages about all users.
 *
 * @param at the current one: {@code users}, {@code invitations}, {@code sessions} or {@code api-keys}
 * @param invitations whether the visitor may invite users
 * @param access whether the visitor may see sessions and keys of others
 */
public record UserTabs(String base, String at, boolean invitations, boolean access) {
    static UserTabs of(Panel panel, OwnAccounts accounts, Actor actor, String at) {
        return new UserTabs(
                panel.places().admin() + "/users",
                at,
                accounts.inviting().may(actor),
                accounts.reviewing().may(actor));
    }
}
