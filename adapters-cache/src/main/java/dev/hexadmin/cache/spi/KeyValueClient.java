package dev.hexadmin.cache.spi;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes connections to a key-value server (Redis 6 or later, or Valkey) for an embedding program that cannot describe its
 * server by a URL: through sentinels, through a tunnel, with passwords that change. The program connects the channel;
 * Hexadmin encrypts it, signs in, and applies its own timeouts to it.
 *
 * <pre>{@code
 * KeyValueClient client = () -> KeyValueClient.Connection.to(sentinels.master())
 *         .account("hexadmin", tokens.current())
 *         .encrypted("cache.example");
 * }</pre>
 *
 * <p>Implementations are thread-safe: several threads call them at the same time.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface KeyValueClient {
    /**
     * Makes one connection to the server that takes writes now. Called for each connection: at the start, when more
     * connections are needed, and once a second while the server is unavailable. A call may take a quarter of a second, or
     * one second while the server counts as unavailable. Then its thread is interrupted, and a connection that it returns
     * later is closed. A password that has to be fetched from another system is best fetched in advance.
     *
     * @throws IOException when no connection can be made now: the server counts as unavailable, as with any other exception
     */
    Connection connect() throws IOException;

    /**
     * A connected channel, and how to sign in over it. {@link #toString} never contains the password.
     *
     * @param channel connected; from now on Hexadmin owns it, switches it to non-blocking mode and closes it
     * @param user name in the server's access control list; {@code ""}: the default user
     * @param password {@code ""}: the server asks for none
     * @param database number, from 0
     * @param encryptedFor the name that the server's certificate has to contain; empty: the channel is used unencrypted
     */
    record Connection(
            SocketChannel channel, String user, String password, int database, Optional<String> encryptedFor) {
        public Connection {
            Objects.requireNonNull(channel, "channel");
            if (password.isEmpty() && !user.isEmpty()) {
                throw new IllegalArgumentException("the user " + user + " has no password");
            }
            if (database < 0) {
                throw new IllegalArgumentException("a database is a number from 0, not " + database);
            }
        }

        /** Uses a connected channel without a password, with database 0, unencrypted. */
        public static Connection over(SocketChannel channel) {
            return new Connection(channel, "", "", 0, Optional.empty());
        }

        /**
         * Connects to a TCP address or to a socket in the file system ({@link java.net.UnixDomainSocketAddress}), without a
         * password, with database 0, unencrypted.
         *
         * @throws IOException when the connection is refused
         * @throws java.nio.channels.UnresolvedAddressException when the host name is unknown
         */
        public static Connection to(SocketAddress address) throws IOException {
            return over(SocketChannel.open(address));
        }

        /**
         * Signs in.
         *
         * @param user {@code ""}: the default user
         * @throws IllegalArgumentException for a user without a password
         */
        public Connection account(String user, String password) {
            return new Connection(channel, user, password, database, encryptedFor);
        }

        /**
         * Selects another database than 0.
         *
         * @throws IllegalArgumentException when the number is negative
         */
        public Connection database(int number) {
            return new Connection(channel, user, password, number, encryptedFor);
        }

        /**
         * Encrypts with TLS. The trusted certificates are those of the default {@code SSLContext} of the JVM.
         *
         * @param host the name that the server's certificate has to contain (RFC 2818)
         */
        public Connection encrypted(String host) {
            return new Connection(channel, user, password, database, Optional.of(host));
        }

        @Override
        public String toString() {
            return "Connection[" + channel + "/" + database + "]";
        }
    }
}
