package dev.hexadmin.domain.identity;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What a sign-in is recognized by when the same user signs in again: the secret that the browser keeps, or, for programs
 * without one, their name without its version and their network. A network is the first 24 bits of an IPv4 address or the first 48 bits of
 * an IPv6 address, since providers change the rest.
 *
 * @param text to be hashed before it is stored
 */
public record DeviceTrait(String text) {
    private static final Pattern VERSION = Pattern.compile("/\\S*");
    private static final int IPV4_BYTES = 3;
    private static final int IPV6_BYTES = 6;

    /** The trait of a browser that keeps this secret. */
    public static DeviceTrait ofBrowser(String secret) {
        return new DeviceTrait("browser " + secret);
    }

    /**
     * The trait of a program without a secret.
     *
     * @param address of the client, as text
     */
    public static DeviceTrait ofProgram(String userAgent, String address) {
        return new DeviceTrait(
                "program " + network(address) + " " + VERSION.matcher(userAgent).replaceAll(""));
    }

    private static String network(String address) {
        try {
            byte[] bytes = InetAddress.ofLiteral(address).getAddress();
            int kept = bytes.length == 4 ? IPV4_BYTES : IPV6_BYTES;
            return HexFormat.of().formatHex(Arrays.copyOf(bytes, kept));
        } catch (IllegalArgumentException e) {
            return address; // a call inside the process
        }
    }

    @Override
    public String toString() {
        return "DeviceTrait[***]";
    }
}
