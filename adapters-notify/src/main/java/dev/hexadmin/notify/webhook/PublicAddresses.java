package dev.hexadmin.notify.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Decides which addresses belong to the public internet, by the IANA special-purpose registries for IPv4 and IPv6 (RFC
 * 6890). Not public are also multicast and, for IPv6, everything that is not global unicast (RFC 4291) or embeds an
 * IPv4 address.
 */
final class PublicAddresses {
    private static final List<Network> NOT_PUBLIC_4 = List.of(
            network("0.0.0.0", 8),
            network("10.0.0.0", 8),
            network("100.64.0.0", 10), // carrier-grade NAT
            network("127.0.0.0", 8),
            network("169.254.0.0", 16), // link-local, with the metadata services of clouds
            network("172.16.0.0", 12),
            network("192.0.0.0", 24),
            network("192.0.2.0", 24),
            network("192.88.99.0", 24),
            network("192.168.0.0", 16),
            network("198.18.0.0", 15),
            network("198.51.100.0", 24),
            network("203.0.113.0", 24),
            network("224.0.0.0", 3)); // multicast, reserved, broadcast

    private static final Network GLOBAL_UNICAST = network("2000::", 3);
    private static final List<Network> NOT_PUBLIC_6 = List.of(
            network("2001::", 23), // protocol assignments, including Teredo
            network("2001:db8::", 32),
            network("2002::", 16), // 6to4
            network("3fff::", 20));

    private PublicAddresses() {}

    /** A network prefix. */
    private record Network(byte[] address, int bits) {
        boolean has(byte[] other) {
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (other[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static Network network(String address, int bits) {
        try {
            return new Network(InetAddress.getByName(address).getAddress(), bits); // a literal: no name is resolved
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Java has already converted an IPv4-mapped address to IPv4. */
    static boolean has(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address
                ? NOT_PUBLIC_4.stream().noneMatch(network -> network.has(bytes))
                : GLOBAL_UNICAST.has(bytes) && NOT_PUBLIC_6.stream().noneMatch(network -> network.has(bytes));
    }
}
