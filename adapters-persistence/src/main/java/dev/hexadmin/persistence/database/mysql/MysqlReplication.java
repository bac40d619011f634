package dev.hexadmin.persistence.database.mysql;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.persistence.database.Replication;
import dev.hexadmin.persistence.database.mysql.dialect.Products;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replicas that apply the binary log, with global transaction identifiers (GTID) of one origin. */
final class MysqlReplication implements Replication {
    /** Of MariaDB, {@code 0-1-77}; of MySQL, a UUID and {@code :1-77}, where transactions may be missing in between. */
    private static final Pattern GTID =
            Pattern.compile("[0-9]+-[0-9]+-(?<sequence>[0-9]+)|[0-9a-f-]{36}:1-(?<last>[0-9]+)(:[0-9:-]+)?");

    @Override
    public HikariDataSource open(DatabaseSettings.Server replica) {
        return MysqlConnections.replica(replica);
    }

    @Override
    public long written(Connection server) throws SQLException {
        return number(server, Products.WRITTEN).orElse(WriteMarks.UNKNOWN);
    }

    @Override
    public long replayed(Connection replica) throws SQLException {
        return number(replica, Products.REPLAYED).orElse(WriteMarks.NONE);
    }

    /** Empty without identifiers, and when they have several origins. */
    private static Optional<Long> number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            @Nullable String identifiers = row.getString(1);
            Matcher known = GTID.matcher(identifiers == null ? "" : identifiers.strip());
            if (!known.matches()) {
                return Optional.empty();
            }
            @Nullable String sequence = known.group("sequence");
            return Optional.of(Long.valueOf(sequence == null ? known.group("last") : sequence));
        }
    }
}
