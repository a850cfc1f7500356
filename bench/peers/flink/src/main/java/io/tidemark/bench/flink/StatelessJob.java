package io.tidemark.bench.flink;

import io.tidemark.bench.workload.Stateless;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** {@link Stateless}; an event and a result are (key, value). */
final class StatelessJob {
    private static final TypeInformation<Tuple2<Long, Long>> EVENT = Types.TUPLE(Types.LONG, Types.LONG);

    private StatelessJob() {}

    static void define(StreamExecutionEnvironment env, long events, long keys) {
        env.fromSource(
                        new EventSource<>(
                                events, index -> Tuple2.of(Stateless.key(index, keys), Stateless.value(index))),
                        WatermarkStrategy.noWatermarks(),
                        "events",
                        EVENT)
                .map(event -> Tuple2.of(event.f0, Stateless.scaled(event.f1)))
                .returns(EVENT)
                .filter(event -> Stateless.passes(event.f1))
                .keyBy(event -> event.f0, Types.LONG)
                .map(event -> Tuple2.of(event.f0, Stateless.shifted(event.f0, event.f1)))
                .returns(EVENT)
                .sinkTo(new TallySink<>(result -> Stateless.checksum(result.f0, result.f1)));
    }
}
