package dev.hexadmin.application.spi;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Optional;

/**
 * How an embedding program gets to its key-value server (Redis 6 or later, or Valkey) where a URL cannot say it: through
 * sentinels, through a tunnel, with passwords that change. The program makes connections; Hexadmin encrypts them, signs
 * in, and keeps its own time-outs on them.
 *
 * <pre>{@code
 * KeyValueClient client = () -> KeyValueClient.Connection.to(sentinels.master())
 *         .account("hexadmin", tokens.current())
 *         .encrypted("cache.example");
 * }</pre>
 *
 * <p>Thread-safe: it is asked by several threads at once.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface KeyValueClient {
    /**
     * Makes one connection to the server that takes writes now. Asked for each connection: at the start, when more of them
     * are needed, and once a second while the server is away. It has a quarter of a second, and a whole one while the
     * server counts as away; then its thread is interrupted, and what it makes later is closed. A password that has to be
     * fetched from somewhere is best fetched ahead.
     *
     * @throws IOException when there is none to be had now: the server counts as away, as with any other exception
     */
    Connection connect() throws IOException;

    /**
     * A connection that is made, and how to sign in there. Its text never shows the password. A user without a password and
     * a negative database are an {@link IllegalArgumentException}.
     *
     * @param channel connected; Hexadmin's from now on, which switches it to non-blocking and closes it
     * @param user name of an access control list; {@code ""}: the default one
     * @param password {@code ""}: none is asked for
     * @param database number, from 0
     * @param encryptedFor the name that the server's certificate has to hold; empty: the channel is used as it is
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

        /** Over a channel that is connected, without a password, to database 0, unencrypted. */
        public static Connection over(SocketChannel channel) {
            return new Connection(channel, "", "", 0, Optional.empty());
        }

        /**
         * The same to an address: of TCP, or of a socket in the file system ({@link
         * java.net.UnixDomainSocketAddress}).
         *
         * @throws IOException when nobody is there
         * @throws java.nio.channels.UnresolvedAddressException when its name is unknown
         */
        public static Connection to(SocketAddress address) throws IOException {
            return over(SocketChannel.open(address));
        }

        /**
         * Signs in.
         *
         * @param user {@code ""}: the default one
         * @throws IllegalArgumentException for a user without a password
         */
        public Connection account(String user, String password) {
            return new Connection(channel, user, password, database, encryptedFor);
        }

        /**
         * Takes another database than 0.
         *
         * @throws IllegalArgumentException when it is negative
         */
        public Connection database(int number) {
            return new Connection(channel, user, password, number, encryptedFor);
        }

        /**
         * Encrypts with TLS. Whom to trust the Java machine says, with its default context.
         *
         * @param host the name that the server's certificate has to hold (RFC 2818)
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
