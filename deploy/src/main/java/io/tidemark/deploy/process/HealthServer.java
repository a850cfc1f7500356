package io.tidemark.deploy.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.RpcServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells a process's health on {@code /health} (200 or 503, with a word of why) and its metrics on {@code /metrics}, over
 * HTTP and to everybody who reaches the address. Requests are served one at a time by a thread of its own.
 */
final class HealthServer implements AutoCloseable {
    private final HttpServer server;

    private HealthServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Listens.
     *
     * @param problem what is wrong with the process right now; empty when it is well
     * @param metrics the metrics in Prometheus' text format
     * @throws io.tidemark.network.rpc.NetworkSetupException when the port is taken or the address is none of ours
     */
    static HealthServer start(HostPort at, Supplier<Optional<String>> problem, Supplier<String> metrics) {
        HttpServer server;
        try {
            server = HttpServer.create(at.resolve(), 0);
        } catch (IOException e) {
            throw RpcServer.cannotListen(at, e);
        }
        server.createContext("/health", exchange -> {
            Optional<String> wrong = problem.get();
            answer(exchange, wrong.isPresent() ? 503 : 200, wrong.orElse("ok") + "\n");
        });
        server.createContext("/metrics", exchange -> answer(exchange, 200, metrics.get()));
        server.start();
        return new HealthServer(server);
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, head ? -1 : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
