package io.tidemark.network.rpc;

import io.tidemark.network.rpc.NetworkSetupException.Problem;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * An address as people write it: {@code host:port}, an IPv6 host in brackets.
 *
 * @param port 0 to 65535; 0 lets the system choose when listening
 */
public record HostPort(String host, int port) {
    /** @throws NetworkSetupException when it is not an address */
    public static HostPort parse(String address) {
        int colon = address.lastIndexOf(':');
        if (colon < 1) {
            throw bad(address, null);
        }
        String host = address.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw bad(address, null);
        }
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            if (host.isEmpty() || port < 0 || port > 65535) {
                throw bad(address, null);
            }
            return new HostPort(host, port);
        } catch (NumberFormatException e) {
            throw bad(address, e);
        }
    }

    private static NetworkSetupException bad(String address, Throwable cause) {
        return new NetworkSetupException(
                Problem.BAD_ADDRESS,
                "'" + address + "' is not an address",
                "write it as HOST:PORT, for example 127.0.0.1:7070 or [::1]:7070",
                cause);
    }

    /**
     * Whether the host is this machine's loopback. A name is looked up; the wildcard address is not loopback.
     *
     * @throws NetworkSetupException when the name is not known
     */
    public boolean isLoopback() {
        return resolve().getAddress().isLoopbackAddress();
    }

    /** @throws NetworkSetupException when the name is not known */
    public InetSocketAddress resolve() {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new NetworkSetupException(
                    Problem.BAD_ADDRESS,
                    "host '" + host + "' is not known here",
                    "check the name, or give an address",
                    e);
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
