package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The table {@code admin_notification_preferences}, and the recipients in {@code admin_users}. */
public final class JdbcAddressees implements Addressees {
    private static final String WANT =
            "INSERT INTO admin_notification_preferences (user_id, channel, enabled)" + " VALUES (?, ?, ?)";
    private static final String REACH =
            "UPDATE admin_notification_preferences SET address = ? WHERE user_id = ? AND channel = ?";

    private final Database database;
    private final SqlFragments sql;
    private final String want;

    public JdbcAddressees(Database database) {
        this.database = database;
        this.sql = database.kind().sql();
        this.want = WANT + sql.orUpdate("user_id, channel", "enabled");
    }

    @Override
    public Map<Addressee, Known> known(Collection<Addressee> users) {
        if (users.isEmpty()) {
            return Map.of();
        }
        List<String> ids = new ArrayList<>(users.size());
        List<Long> accounts = new ArrayList<>();
        for (Addressee user : users) {
            ids.add(user.id());
            user.user().ifPresent(account -> accounts.add(account.value()));
        }
        if (accounts.isEmpty()) {
            accounts.add(0L); // no account has this id
        }
        Map<Addressee, Set<Channel>> unwanted = new HashMap<>();
        Map<Addressee, Map<Channel, String>> addresses = new HashMap<>();
        Map<Addressee, String> emails = new HashMap<>();
        database.read(session -> {
            try (Session.Prepared prepared =
                    session.prepare("SELECT user_id, channel, address, CASE WHEN " + sql.isTrue("enabled")
                            + " THEN 1 ELSE 0 END, 0 FROM admin_notification_preferences WHERE user_id "
                            + sql.oneOf(ids.size()) + " AND (" + sql.isFalse("enabled") + " OR address IS NOT NULL)"
                            + " UNION ALL SELECT '', '', email, 1, id FROM admin_users WHERE id "
                            + sql.oneOf(accounts.size()) + " AND " + sql.isTrue("is_active"))) {
                PreparedStatement statement = prepared.statement();
                int at = sql.setOneOf(statement, 1, "text", ids);
                sql.setOneOf(statement, at, "bigint", accounts);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        String channel = rows.getString(2);
                        if (channel.isEmpty()) {
                            emails.put(new Addressee(rows.getString(5)), rows.getString(3));
                        }
                        if (!Channel.isName(channel)) {
                            continue;
                        }
                        Addressee user = new Addressee(rows.getString(1));
                        if (rows.getInt(4) == 0) {
                            unwanted.computeIfAbsent(user, u -> new HashSet<>()).add(new Channel(channel));
                        }
                        Binding.optionalText(rows, 3)
                                .ifPresent(address -> addresses
                                        .computeIfAbsent(user, u -> new HashMap<>())
                                        .put(new Channel(channel), address));
                    }
                }
                return ids;
            }
        });
        Map<Addressee, Known> known = HashMap.newHashMap(users.size());
        for (Addressee user : users) {
            known.put(
                    user,
                    unwanted.containsKey(user) || addresses.containsKey(user) || emails.containsKey(user)
                            ? new Known(
                                    unwanted.getOrDefault(user, Set.of()),
                                    Optional.ofNullable(emails.get(user)),
                                    addresses.getOrDefault(user, Map.of()))
                            : Known.NOTHING);
        }
        return known;
    }

    @Override
    public void want(Addressee user, Map<Channel, Choice> channels) {
        channels.forEach((channel, choice) -> {
            database.execute(
                    execute -> execute.insert(want, user.id(), channel.word(), database.parameter(choice.enabled())));
            choice.address()
                    .ifPresent(address -> database.change(session -> {
                        try (Session.Prepared prepared = session.prepare(REACH)) {
                            Binding.text(
                                    prepared.statement(),
                                    1,
                                    Optional.of(address).filter(text -> !text.isEmpty()));
                            prepared.statement().setString(2, user.id());
                            prepared.statement().setString(3, channel.word());
                            return prepared.statement().executeUpdate();
                        }
                    }));
        });
    }

    @Override
    public void dropAddress(Addressee user, Channel channel, String address) {
        database.execute(execute -> execute.update(
                "UPDATE admin_notification_preferences SET address = NULL WHERE user_id = ? AND channel = ?"
                        + " AND address = ?",
                user.id(),
                channel.word(),
                address));
    }

    @Override
    public List<Account> accounts(boolean superusers, Collection<String> roles) {
        if (!superusers && roles.isEmpty()) {
            return List.of();
        }
        List<String> names = roles.isEmpty() ? List.of("") : List.copyOf(roles); // no role has an empty name
        String flag = sql.isTrue("is_superuser");
        String active = sql.isTrue("is_active");
        String query = (superusers
                        ? "SELECT id, email, language FROM admin_users WHERE " + flag + " AND " + active + " UNION "
                        : "")
                + "SELECT u.id, u.email, u.language FROM admin_roles r JOIN admin_user_roles ur ON ur.role_id = r.id"
                + " JOIN admin_users u ON u.id = ur.user_id WHERE u." + active + " AND (r.name "
                + sql.oneOf(names.size()) + (superusers ? " OR r." + flag : "") + ") "
                + (superusers ? "" : "GROUP BY u.id, u.email, u.language ") + "ORDER BY 1";
        return accounts(query, "text", names);
    }

    @Override
    public List<Account> accounts(Collection<UserId> users) {
        if (users.isEmpty()) {
            return List.of();
        }
        List<Long> ids = users.stream().map(UserId::value).toList();
        return accounts(
                "SELECT id, email, language FROM admin_users WHERE "
                        + sql.isTrue("is_active") + " AND id " + sql.oneOf(ids.size())
                        + " ORDER BY id",
                "bigint",
                ids);
    }

    private List<Account> accounts(String query, String type, List<?> values) {
        return database.read(session -> {
            List<Account> accounts = new ArrayList<>();
            try (Session.Prepared prepared = session.prepare(query)) {
                sql.setOneOf(prepared.statement(), 1, type, values);
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    while (rows.next()) {
                        accounts.add(new Account(
                                new UserId(rows.getLong(1)),
                                new EmailAddress(rows.getString(2)),
                                Optional.ofNullable(rows.getString(3)).flatMap(LocaleChoice::language)));
                    }
                }
            }
            return accounts;
        });
    }

    @Override
    public void forget(Addressee user) {
        database.execute(
                execute -> execute.delete("DELETE FROM admin_notification_preferences WHERE user_id = ?", user.id()));
    }
}
