package io.tidemark.checkpoint.storage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Stands before an object store and lets it misbehave. */
public final class FaultProxy implements AutoCloseable {
    private static final Set<String> OWN_HEADERS =
            Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

    private final String target;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicInteger unavailable = new AtomicInteger();
    private final AtomicInteger truncated = new AtomicInteger();
    private final AtomicInteger goodLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicReference<String> lost = new AtomicReference<>();
    private final AtomicLong delayMs = new AtomicLong();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Map<Integer, Runnable> before = new ConcurrentHashMap<>();

    public FaultProxy(String target) {
        this.target = target;
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** All requests are answered with 503, until they are not. */
    public void away(boolean isAway) {
        unavailable.set(0);
        goodLeft.set(isAway ? 0 : Integer.MAX_VALUE);
    }

    /** The next requests are answered with 503. */
    public void unavailable(int count) {
        goodLeft.set(Integer.MAX_VALUE);
        unavailable.set(count);
    }

    /** All requests after so many are answered with 503. */
    public void failAfter(int count) {
        goodLeft.set(count);
    }

    /** The answer to the next POST whose query has this in it is lost: the store does what it says, and 503 comes back. */
    void loseAnswer(String inQuery) {
        lost.set(inQuery);
    }

    /** The next answers that have a body break off in the middle of it. */
    void truncate(int count) {
        truncated.set(count);
    }

    /** Every answer takes so long. */
    void delay(long milliseconds) {
        delayMs.set(milliseconds);
    }

    /** Does something before the request of a number, the first being 1, is passed on. */
    void before(int request, Runnable action) {
        before.put(request, action);
    }

    /** Methods of the requests that came, in their order. */
    List<String> requests() {
        return requests;
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.add(exchange.getRequestMethod());
        before.getOrDefault(requests.size(), () -> {}).run();
        byte[] body = exchange.getRequestBody().readAllBytes();
        try {
            Thread.sleep(delayMs.get());
            if (take(unavailable) || goodLeft.getAndDecrement() <= 0) {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
                return;
            }
            HttpResponse<byte[]> response = forward(exchange, body);
            if (isLost(exchange)) {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
            } else {
                answer(exchange, response);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.close();
        }
    }

    private boolean isLost(HttpExchange exchange) {
        String part = lost.get();
        String query = exchange.getRequestURI().getQuery();
        return part != null
                && query != null
                && query.contains(part)
                && exchange.getRequestMethod().equals("POST")
                && lost.compareAndSet(part, null);
    }

    private static boolean take(AtomicInteger left) {
        return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private void answer(HttpExchange exchange, HttpResponse<byte[]> response) throws IOException {
        byte[] body = response.body();
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        response.headers().map().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!OWN_HEADERS.contains(lower) || (isHead && lower.equals("content-length"))) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value));
            }
        });
        exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            boolean breaksOff = take(truncated);
            exchange.getResponseBody().write(body, 0, breaksOff ? body.length / 2 : body.length);
            exchange.getResponseBody().flush();
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
