package io.tidemark.worker.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionsSerializerTest {
    private static Session two(Object first, Object second) {
        Session session = new Session(0, 10, first);
        session.append(new Session(-50, -30, second));
        return session;
    }

    private static List<String> texts(Session first) {
        List<String> texts = new ArrayList<>();
        for (Session session = first; session != null; session = session.next()) {
            texts.add(session.start() + " to " + session.end() + ": " + session.contents());
        }
        return texts;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static TypeSerializer<Object> of(TypeInformation<?> contents) {
        return (TypeSerializer) contents.createSerializer();
    }

    private static byte[] bytes(TypeSerializer<Object> serializer, Object value) {
        BinaryWriter out = new BinaryWriter(64);
        serializer.serialize(value, out);
        return out.toByteArray();
    }

    @Test
    void theBytesAndTheSchemaAreThoseOfAListOfPairs() {
        TypeSerializer<Object> sessions = new SessionsSerializer(of(Types.LONG));
        @SuppressWarnings({"unchecked", "rawtypes"})
        TypeSerializer<Object> list =
                (TypeSerializer) Types.LIST(Types.TUPLE(new SerializerType<>(TimeWindow.serializer()), Types.LONG))
                        .createSerializer();

        byte[] bytes = bytes(sessions, two(7L, null));

        assertThat(bytes)
                .isEqualTo(bytes(
                        list,
                        List.of(Tuple2.of(new TimeWindow(0, 10), 7L), Tuple2.of(new TimeWindow(-50, -30), null))));
        assertThat(sessions.schema()).isEqualTo(list.schema());
        assertThat(texts((Session) sessions.deserialize(new BinaryReader(bytes))))
                .containsExactly("0 to 10: 7", "-50 to -30: null");
    }

    @Test
    void aCopyIsNotReachedByWhatASessionBecomes() {
        TypeSerializer<Object> sessions = new SessionsSerializer(of(Types.LIST(Types.INT)));
        List<Integer> contents = new ArrayList<>(List.of(1));
        Session session = two(contents, null);

        Session copy = (Session) sessions.copy(session);
        contents.add(2);
        session.cover(0, 99);
        session.setNext(null);

        assertThat(texts(copy)).containsExactly("0 to 10: [1]", "-50 to -30: null");
    }

    @Test
    void contentsThatAnEarlierVersionOfTheirClassStoredAreRead() {
        TypeSerializer<Object> earlier = new SessionsSerializer(of(Types.INT));
        TypeSerializer<Object> now = new SessionsSerializer(of(Types.LONG));

        SchemaComparison comparison = SchemaComparison.of(earlier.schema(), now);
        assertThat(comparison.verdict()).isNotEqualTo(SchemaComparison.Verdict.MISFIT);
        Object read = comparison.reader(now).read(new BinaryReader(bytes(earlier, two(1, 2))));

        assertThat(texts(SessionsSerializer.read(read))).containsExactly("0 to 10: 1", "-50 to -30: 2");
        assertThat(SessionsSerializer.read(read).contents()).isEqualTo(1L);
        assertThat(texts(SessionsSerializer.read(now.copy(read)))).containsExactly("0 to 10: 1", "-50 to -30: 2");
        assertThat(texts((Session) now.deserialize(new BinaryReader(bytes(now, read)))))
                .containsExactly("0 to 10: 1", "-50 to -30: 2");
    }
}
