import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Many WebSockets on one thread, for {@code bench/run}: {@code java bench/Sockets.java URL MODE ...} with the token of a
 * superuser in the environment variable TOKEN.
 *
 * <ul>
 *   <li>{@code fan-out SOCKETS ROUNDS}: one user with many sockets; from the call that sends to the frame on the last one
 *   <li>{@code broadcast USERS SECONDS RATE}: users with a socket each, a batch to all of them again and again, RATE frames
 *       a second in all; from the call to each frame
 *   <li>{@code batch RECIPIENTS ROUNDS}: one call to many against as many calls one after the other; no sockets
 *   <li>{@code idle SOCKETS SECONDS}: opens them, prints {@code open}, answers pings, and counts who is left in the end
 * </ul>
 */
final class Sockets {
    private final URI server;
    private final String token = System.getenv("TOKEN");
    private final HttpClient http = HttpClient.newHttpClient();
    private final Selector selector = Selector.open();
    private final List<Peer> peers = new ArrayList<>();
    private final AtomicInteger ready = new AtomicInteger();
    private volatile Listener listener = (peer, at) -> {};
    private volatile boolean done;
    private int lost;

    private Sockets(URI server) throws IOException {
        this.server = server;
    }

    /** Told of each notification's frame, on the reading thread. */
    private interface Listener {
        void frame(Peer peer, long at);
    }

    /** One socket: what was read of a frame so far, and nothing more. */
    private static final class Peer {
        final SocketChannel channel;
        final int number;
        boolean upgraded;
        byte[] rest = new byte[0];

        Peer(SocketChannel channel, int number) {
            this.channel = channel;
            this.number = number;
        }
    }

    public static void main(String[] args) throws Exception {
        Sockets sockets = new Sockets(URI.create(args[0]));
        switch (args[1]) {
            case "fan-out" -> sockets.fanOut(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            case "broadcast" ->
                sockets.broadcast(
                        Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
            case "batch" -> sockets.batch(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            case "idle" -> sockets.idle(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            default -> throw new IllegalArgumentException("no such mode: " + args[1]);
        }
        System.exit(0);
    }

    private void fanOut(int count, int rounds) throws Exception {
        open(count, number -> "fan");
        AtomicInteger missing = new AtomicInteger();
        long[] last = new long[1];
        Thread waiting = Thread.currentThread();
        listener = (peer, at) -> {
            last[0] = at;
            if (missing.decrementAndGet() == 0) {
                LockSupport.unpark(waiting);
            }
        };
        double[] took = new double[rounds];
        for (int i = -rounds / 4; i < rounds; i++) { // the first quarter is for warming up
            missing.set(count);
            long begin = System.nanoTime();
            post("send", "{\"user_id\":\"fan\",\"title\":\"Round\",\"message\":\"One for all sockets\"}");
            long end = begin + TimeUnit.SECONDS.toNanos(10);
            while (missing.get() > 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
            if (missing.get() > 0) {
                throw new IllegalStateException(missing + " of " + count + " frames did not come in 10 s");
            }
            if (i >= 0) {
                took[i] = (last[0] - begin) / 1e6;
            }
        }
        Arrays.sort(took);
        System.out.printf("RESULT %.2f %.2f%n", took[rounds / 2], took[rounds * 95 / 100]);
    }

    private void broadcast(int users, int seconds, int rate) throws Exception {
        open(users, number -> "one" + number);
        StringBuilder body = new StringBuilder("{\"title\":\"News\",\"message\":\"For everybody\",\"recipients\":[");
        for (int i = 0; i < users; i++) {
            body.append(i == 0 ? "" : ",").append("{\"user_id\":\"one").append(i).append("\"}");
        }
        String batch = body.append("]}").toString();
        int warm = 5;
        int batches = seconds * rate / users;
        long[] begins = new long[batches + warm];
        int[] seen = new int[users];
        double[] latencies = new double[batches * users];
        AtomicInteger arrived = new AtomicInteger();
        listener = (peer, at) -> {
            int number = seen[peer.number]++;
            if (number >= warm) {
                latencies[arrived.getAndIncrement()] = (at - begins[number]) / 1e6;
            }
        };
        long period = TimeUnit.SECONDS.toNanos(1) * users / rate;
        long start = System.nanoTime();
        for (int i = 0; i < begins.length; i++) {
            long due = start + i * period;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            begins[i] = System.nanoTime();
            post("send/batch", batch);
        }
        double spent = (System.nanoTime() - start) / 1e9;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (arrived.get() < latencies.length && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        int came = arrived.get();
        double[] sorted = Arrays.copyOf(latencies, came);
        Arrays.sort(sorted);
        System.out.printf(
                "RESULT %.2f %.2f %.0f %d%n",
                came == 0 ? 0 : sorted[came / 2],
                came == 0 ? 0 : sorted[came * 95 / 100],
                begins.length * (double) users / spent,
                latencies.length - came);
    }

    private void batch(int recipients, int rounds) throws Exception {
        StringBuilder body = new StringBuilder("{\"title\":\"News\",\"message\":\"For everybody\",\"recipients\":[");
        for (int i = 0; i < recipients; i++) {
            body.append(i == 0 ? "" : ",").append("{\"user_id\":\"many").append(i).append("\"}");
        }
        String all = body.append("]}").toString();
        double[] many = new double[rounds];
        double[] single = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            long begin = System.nanoTime();
            post("send/batch", all);
            long middle = System.nanoTime();
            for (int i = 0; i < recipients; i++) {
                post("send", "{\"user_id\":\"many" + i + "\",\"title\":\"News\",\"message\":\"For everybody\"}");
            }
            if (round >= 0) {
                many[round] = (middle - begin) / 1e6;
                single[round] = (System.nanoTime() - middle) / 1e6;
            }
        }
        Arrays.sort(many);
        Arrays.sort(single);
        System.out.printf("RESULT %.1f %.1f%n", many[rounds / 2], single[rounds / 2]);
    }

    private void idle(int count, int seconds) throws Exception {
        open(count, number -> "idle" + number % 1000);
        System.out.println("open");
        Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
        System.out.printf("RESULT %d %d%n", count - lost, lost);
    }

    private void post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/api/notifications/" + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(path + " answers " + answer.statusCode() + ": " + answer.body());
        }
    }

    /** Whose socket it is. */
    private interface Users {
        String of(int number);
    }

    private void open(int count, Users users) throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        Thread.ofPlatform().daemon().name("reader").start(() -> {
            reading.countDown();
            read();
        });
        reading.await();
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.bind(new InetSocketAddress("127.0.0." + (2 + i / 20_000), 0));
            channel.connect(new InetSocketAddress(server.getHost(), server.getPort()));
            channel.write(ByteBuffer.wrap(("GET /api/notifications/ws?user_id=" + users.of(i) + " HTTP/1.1\r\nHost: "
                            + server.getAuthority() + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                            + "Authorization: Bearer " + token + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1)));
            channel.configureBlocking(false);
            Peer peer = new Peer(channel, i);
            peers.add(peer);
            channel.register(selector, SelectionKey.OP_READ, peer);
            selector.wakeup();
            while (i - ready.get() > 64) {
                Thread.sleep(1);
            }
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (ready.get() < count) {
            if (System.nanoTime() > end || lost > 0) {
                throw new IllegalStateException(ready.get() + " of " + count + " sockets opened, " + lost + " lost");
            }
            Thread.sleep(5);
        }
    }

    private void read() {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        while (!done) {
            try {
                selector.select(selected -> {
                    Peer peer = (Peer) selected.attachment();
                    try {
                        buffer.clear();
                        int count = peer.channel.read(buffer);
                        if (count < 0) {
                            throw new IOException("closed");
                        }
                        take(peer, buffer.flip(), System.nanoTime());
                    } catch (IOException e) {
                        lost++;
                        selected.cancel();
                    }
                });
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void take(Peer peer, ByteBuffer read, long at) throws IOException {
        byte[] all = Arrays.copyOf(peer.rest, peer.rest.length + read.remaining());
        read.get(all, peer.rest.length, read.remaining());
        int from = 0;
        if (!peer.upgraded) {
            int head = new String(all, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
            if (head < 0) {
                peer.rest = all;
                return;
            }
            if (!new String(all, 0, 12, StandardCharsets.ISO_8859_1).equals("HTTP/1.1 101")) {
                throw new IOException(new String(all, StandardCharsets.ISO_8859_1));
            }
            peer.upgraded = true;
            from = head + 4;
        }
        while (all.length - from >= 2) {
            int length = all[from + 1] & 0x7f;
            int header = length == 126 ? 4 : 2;
            if (all.length - from < header) {
                break;
            }
            if (length == 126) {
                length = (all[from + 2] & 0xff) << 8 | all[from + 3] & 0xff;
            }
            if (all.length - from < header + length) {
                break;
            }
            frame(peer, all[from] & 0x0f, all, from + header, length, at);
            from += header + length;
        }
        peer.rest = from == all.length ? new byte[0] : Arrays.copyOfRange(all, from, all.length);
    }

    private void frame(Peer peer, int opcode, byte[] bytes, int from, int length, long at) throws IOException {
        switch (opcode) {
            case 1 -> {
                String text = new String(bytes, from, Math.min(length, 40), StandardCharsets.UTF_8);
                if (text.contains("\"type\":\"ready\"")) {
                    ready.incrementAndGet();
                } else if (text.contains("\"type\":\"notification\"")) {
                    listener.frame(peer, at);
                }
            }
            case 8 -> throw new IOException("closed by the server");
            case 9 -> {
                byte[] pong = new byte[6 + length];
                pong[0] = (byte) 0x8a;
                pong[1] = (byte) (0x80 | length); // masked with zeros
                System.arraycopy(bytes, from, pong, 6, length);
                peer.channel.write(ByteBuffer.wrap(pong));
            }
            default -> {}
        }
    }
}
