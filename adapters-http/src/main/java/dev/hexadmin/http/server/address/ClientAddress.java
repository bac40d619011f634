package dev.hexadmin.http.server.address;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Own code, because Helidon's discovery compares names of proxies, not networks, and ignores chains of two.
 *
 * <p>The address of the client behind trusted proxies. Immutable.
 *
 * <p>{@code X-Forwarded-For} is read only when the socket's peer is a trusted proxy. Then it is read from right to left up
 * to the first hop that is not trusted; an entry that is not an address ends the search at the last valid hop. When every
 * hop is trusted, the leftmost counts. Other headers, such as {@code Forwarded} and {@code X-Real-IP}, are ignored, and no
 * name is ever resolved.
 */
public final class ClientAddress {
    private static final HeaderName X_FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");

    /** No chain of proxies is longer. Limits the work for a long header of a client. */
    private static final int MOST_HOPS = 100;

    private final List<Network> trusted;

    /**
     * @param trustedProxies addresses or CIDR networks, v4 and v6
     * @throws IllegalArgumentException naming the entry that is neither
     */
    public ClientAddress(List<String> trustedProxies) {
        this.trusted = trustedProxies.stream().map(Network::parse).toList();
    }

    /** Whether the text is an address or a CIDR network. */
    public static boolean isNetwork(String text) {
        try {
            Network.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * The client of a request.
     *
     * @param address as text: v4 dotted, v6 in the JDK's form without a scope; {@code ""} when the peer has no address, as
     *     on a UNIX socket
     * @param proxies the number of trusted proxies on the way
     */
    public record Client(String address, int proxies) {}

    /**
     * Finds the client of a request.
     *
     * @param peer the socket's peer
     */
    public Client of(SocketAddress peer, Headers headers) {
        if (!(peer instanceof InetSocketAddress socket)) {
            return new Client("", 0);
        }
        return of(
                socket.getAddress(),
                headers.contains(X_FORWARDED_FOR) ? String.join(",", headers.all(X_FORWARDED_FOR, List::of)) : "");
    }

    /**
     * Finds the client.
     *
     * @param peer the socket's peer
     * @param forwardedFor the {@code X-Forwarded-For} lines joined by commas, in order; empty without such a header
     */
    public Client of(InetAddress peer, String forwardedFor) {
        if (trusted.isEmpty() || !trusts(peer.getAddress())) {
            return new Client(text(peer), 0);
        }
        InetAddress last = peer;
        int proxies = 1;
        int end = forwardedFor.isEmpty() ? -1 : forwardedFor.length();
        for (int hops = 0; end >= 0 && hops < MOST_HOPS; hops++) {
            int comma = forwardedFor.lastIndexOf(',', end - 1);
            Optional<InetAddress> hop =
                    parseHop(forwardedFor.substring(comma + 1, end).strip());
            if (hop.isEmpty()) {
                break;
            }
            last = hop.get();
            if (!trusts(last.getAddress())) {
                break;
            }
            proxies++;
            end = comma;
        }
        return new Client(text(last), proxies);
    }

    /** Whether the address is a trusted proxy. */
    public boolean trusts(InetAddress address) {
        return trusts(address.getAddress());
    }

    private boolean trusts(byte[] address) {
        for (Network network : trusted) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /** Proxies write {@code 1.2.3.4}, {@code 1.2.3.4:5678}, {@code 2001:db8::1} and {@code [2001:db8::1]:5678}. */
    private static Optional<InetAddress> parseHop(String text) {
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            String rest = end < 0 ? "" : text.substring(end + 1);
            return end > 0 && (rest.isEmpty() || isPort(rest)) && text.lastIndexOf(':', end) > 0
                    ? parse(text.substring(1, end))
                    : Optional.empty();
        }
        int colon = text.indexOf(':');
        if (colon > 0 && text.indexOf(':', colon + 1) < 0 && text.indexOf('.') > 0) {
            return isPort(text.substring(colon)) ? parse(text.substring(0, colon)) : Optional.empty();
        }
        return parse(text);
    }

    private static boolean isPort(String text) {
        return text.length() > 1
                && text.length() <= 6
                && text.charAt(0) == ':'
                && text.chars().skip(1).allMatch(c -> c >= '0' && c <= '9');
    }

    private static Optional<InetAddress> parse(String text) {
        return literal(text) ? Optional.of(InetAddress.ofLiteral(text)) : Optional.empty();
    }

    /** Accepts only unambiguous forms: the JDK would also accept {@code 127.1}, octal numbers and scopes. */
    private static boolean literal(String text) {
        if (text.length() > 45) {
            return false;
        }
        if (text.indexOf(':') < 0) {
            return dotted(text);
        }
        if (!text.chars().allMatch(c -> c == ':' || c == '.' || (c < 128 && Character.digit(c, 16) >= 0))) {
            return false;
        }
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean dotted(String text) {
        int parts = 0;
        int from = 0;
        while (from <= text.length()) {
            int to = text.indexOf('.', from);
            to = to < 0 ? text.length() : to;
            int length = to - from;
            if (length < 1 || length > 3 || (length > 1 && text.charAt(from) == '0')) {
                return false;
            }
            int value = 0;
            for (int i = from; i < to; i++) {
                char c = text.charAt(i);
                if (c < '0' || c > '9') {
                    return false;
                }
                value = value * 10 + c - '0';
            }
            if (value > 255) {
                return false;
            }
            parts++;
            from = to + 1;
        }
        return parts == 4;
    }

    private static String text(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }

    /** A network by its first address and the number of bits that count. */
    private record Network(byte[] base, int bits) {
        static Network parse(String text) {
            String trimmed = text.strip().toLowerCase(Locale.ROOT);
            int slash = trimmed.indexOf('/');
            String address = slash < 0 ? trimmed : trimmed.substring(0, slash);
            InetAddress base = ClientAddress.parse(address).orElseThrow(() -> wrong(text));
            int width = base.getAddress().length * 8;
            if (slash < 0) {
                return new Network(base.getAddress(), width);
            }
            String prefix = trimmed.substring(slash + 1);
            if (prefix.isEmpty() || prefix.length() > 3 || !prefix.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw wrong(text);
            }
            // 10.0.0.0/8 may be written ::ffff:10.0.0.0/104
            int bits = Integer.parseInt(prefix) - (width == 32 && address.indexOf(':') >= 0 ? 96 : 0);
            if (bits < 0 || bits > width) {
                throw wrong(text);
            }
            return new Network(base.getAddress(), bits);
        }

        boolean contains(byte[] address) {
            if (address.length != base.length) {
                return false;
            }
            int whole = bits / 8;
            for (int i = 0; i < whole; i++) {
                if (address[i] != base[i]) {
                    return false;
                }
            }
            int rest = bits % 8;
            if (rest == 0) {
                return true;
            }
            int mask = 0xff << (8 - rest);
            return (address[whole] & mask) == (base[whole] & mask);
        }

        private static IllegalArgumentException wrong(String text) {
            return new IllegalArgumentException(
                    "'" + text + "' is neither an address nor a CIDR network, such as 10.0.0.0/8 or 2001:db8::/32");
        }
    }
}
