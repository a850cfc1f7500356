package io.tidemark.bench.jet;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.util.Arrays;
import java.util.List;

/** A member on loopback. As a program it is one in a process of its own; arguments: as {@link #start}. */
public final class JetMember {
    private static final String LOOPBACK = "127.0.0.1";

    private JetMember() {}

    public static void main(String[] args) {
        List<Integer> ports = Arrays.stream(args).skip(1).map(Integer::valueOf).toList();
        start(Integer.parseInt(args[0]), ports);
    }

    /**
     * @param threads cooperative ones
     * @param ports of all members, this one's first; empty for a member by itself, on any port
     */
    static HazelcastInstance start(int threads, List<Integer> ports) {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        NetworkConfig network = config.getNetworkConfig();
        network.getInterfaces().setEnabled(true).addInterface(LOOPBACK);
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        if (!ports.isEmpty()) {
            network.setPort(ports.get(0)).setPortAutoIncrement(false);
            join.getTcpIpConfig().setEnabled(true);
            ports.forEach(port -> join.getTcpIpConfig().addMember(LOOPBACK + ":" + port));
        }
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(threads);
        return Hazelcast.newHazelcastInstance(config);
    }
}
