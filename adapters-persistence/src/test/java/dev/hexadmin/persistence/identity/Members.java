package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.application.spi.IdentitySource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The members of a club: an external identity source. */
final class Members implements IdentitySource {
    static final String PASSWORD = "the club's password";

    /** By subject; removed when they leave. */
    final Map<String, ExternalUser> all = new ConcurrentHashMap<>();
    /** The values that were presented as a password. */
    final List<String> shown = Collections.synchronizedList(new ArrayList<>());

    final AtomicInteger signIns = new AtomicInteger();
    final AtomicInteger finds = new AtomicInteger();
    final AtomicInteger bearers = new AtomicInteger();
    volatile boolean away;
    volatile boolean confused;
    volatile boolean rights = true;
    volatile @Nullable CountDownLatch hangs;

    @Override
    public String name() {
        return "members";
    }

    void join(ExternalUser user) {
        all.put(user.subject(), user);
    }

    private void question(AtomicInteger which) {
        which.incrementAndGet();
        CountDownLatch latch = hangs;
        if (latch != null) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (away) {
            throw new IllegalStateException("the club is closed");
        }
    }

    @Override
    public Optional<ExternalUser> signIn(String login, String password) {
        question(signIns);
        shown.add(password);
        return password.equals(PASSWORD)
                ? all.values().stream()
                        .filter(user -> user.email().equalsIgnoreCase(login.strip()))
                        .findFirst()
                : Optional.empty();
    }

    @Override
    public Optional<ExternalUser> find(String subject) {
        question(finds);
        return confused
                ? all.values().stream()
                        .filter(user -> !user.subject().equals(subject))
                        .findFirst()
                : Optional.ofNullable(all.get(subject));
    }

    @Override
    public Optional<ExternalUser> bearer(String token) {
        question(bearers);
        if (token.equals("torn")) {
            throw new IllegalArgumentException("a card that breaks the reader");
        }
        return token.startsWith("card ") ? Optional.ofNullable(all.get(token.substring(5))) : Optional.empty();
    }

    @Override
    public boolean givesRights() {
        return rights;
    }
}
