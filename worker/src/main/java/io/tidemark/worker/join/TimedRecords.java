package io.tidemark.worker.join;

import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records in the order of their times, those of equal time by arrival: an array of times, of which as many count as there are
 * records, and the records. A plain tuple, so that the class of the records may change from one version of a job to the next.
 */
final class TimedRecords {
    private static final int INITIAL_CAPACITY = 2;

    private TimedRecords() {}

    /** Serializer of such, with records of this one. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static TypeSerializer<Tuple2<long[], List<Object>>> serializer(TypeSerializer<?> records) {
        TypeInformation<long[]> times = Types.PRIMITIVE_ARRAY(long[].class);
        TypeInformation<List<Object>> values =
                Types.LIST(new SerializerType<>((TypeSerializer<Object>) (TypeSerializer) records));
        return Types.TUPLE(times, values).createSerializer();
    }

    static Tuple2<long[], List<Object>> of(Object record, long timestamp) {
        long[] times = new long[INITIAL_CAPACITY];
        times[0] = timestamp;
        List<Object> values = new ArrayList<>(INITIAL_CAPACITY);
        values.add(record);
        return Tuple2.of(times, values);
    }

    /** Adds a record behind all of its time or before. */
    static void add(Tuple2<long[], List<Object>> to, Object record, long timestamp) {
        int size = to.f1.size();
        if (size == to.f0.length) {
            to.f0 = Arrays.copyOf(to.f0, size * 2);
        }
        int index = size == 0 || to.f0[size - 1] <= timestamp ? size : firstFrom(to.f0, size, timestamp + 1);
        System.arraycopy(to.f0, index, to.f0, index + 1, size - index);
        to.f0[index] = timestamp;
        to.f1.add(index, record);
    }

    /** The first index with a time that is not before {@code timestamp}; {@code size} when there is none. */
    static int firstFrom(long[] times, int size, long timestamp) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] < timestamp) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
