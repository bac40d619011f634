package dev.hexadmin.http.server.address;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Logs that one address has reached a limit per address: behind a proxy that is not listed, all clients have the same
 * address. Logged only the first time, because such an address reaches the limit repeatedly. Thread-safe.
 */
public final class AddressLimitWarning {
    private static final Logger LOG = System.getLogger(AddressLimitWarning.class.getName());

    private final String what;
    private final int most;
    private final AtomicBoolean logged = new AtomicBoolean();

    /**
     * @param what is limited, such as {@code connections}
     * @param most of one address
     */
    public AddressLimitWarning(String what, int most) {
        this.what = what;
        this.most = most;
    }

    /** The limit has been reached by this address. */
    public void reached(String address) {
        if (logged.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "{0} has reached the limit of {1} {2} of one address, and more are refused. If it is a proxy,"
                            + " list it in trusted_proxies: then its clients are counted by their own addresses.",
                    address,
                    Integer.toString(most),
                    what);
        }
    }
}
