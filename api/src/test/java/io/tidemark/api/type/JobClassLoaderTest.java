package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A job's classes live in a loader of their own: one for each job, here and on every worker. */
class JobClassLoaderTest {

    public record Event(String user, Long at, Kind kind) {}

    public enum Kind {
        CLICK,
        VIEW
    }

    public static class Visit {
        public Event first;
        public int count;
    }

    /** Run inside of the job's loader. */
    public static final class Job implements Function<TypeSerializer<Object>, String> {
        public Job() {}

        public TypeInformation<?> type() {
            return Types.TUPLE(Types.POJO(Visit.class), Types.RECORD(Event.class));
        }

        @Override
        public String apply(TypeSerializer<Object> serializer) {
            Visit visit = new Visit();
            visit.first = new Event("ann", 1L, Kind.VIEW);
            visit.count = 3;
            BinaryWriter out = new BinaryWriter(16);
            serializer.serialize(Tuple2.of(visit, visit.first), out);
            Tuple2<?, ?> back = (Tuple2<?, ?>) serializer.deserialize(new BinaryReader(out.toByteArray()));
            return describe(((Visit) back.f0).first) + " " + ((Visit) back.f0).count + " " + describe((Event) back.f1);
        }

        /** Without the record's own methods: the JVM keeps the last loader whose record's equals or toString ran. */
        private static String describe(Event event) {
            return event.user() + "@" + event.at() + ":" + event.kind();
        }
    }

    /** Loads the classes of this test anew. */
    private static final class JobLoader extends ClassLoader {
        JobLoader() {
            super(JobClassLoaderTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(JobClassLoaderTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Object job() throws ReflectiveOperationException {
            return loadClass(Job.class.getName()).getConstructor().newInstance();
        }
    }

    @Test
    void aSerializerMadeInOneLoaderWorksInAnother() throws ReflectiveOperationException {
        JobLoader planner = new JobLoader();
        Object job = planner.job();
        TypeInformation<?> type =
                (TypeInformation<?>) job.getClass().getMethod("type").invoke(job);
        byte[] serializerBytes = JavaSerialization.write(type.createSerializer());
        byte[] typeBytes = JavaSerialization.write(type);

        JobLoader worker = new JobLoader();
        String expected = "ann@1:VIEW 3 ann@1:VIEW";
        assertThat(apply(worker, JavaSerialization.read(serializerBytes, worker)))
                .isEqualTo(expected);
        TypeInformation<?> workerType = (TypeInformation<?>) JavaSerialization.read(typeBytes, worker);
        assertThat(apply(worker, workerType.createSerializer())).isEqualTo(expected);
        assertThat(workerType).isNotEqualTo(type);
    }

    @SuppressWarnings("unchecked")
    private static String apply(JobLoader loader, Object serializer) throws ReflectiveOperationException {
        return ((Function<Object, String>) loader.job()).apply(serializer);
    }

    @Test
    void aLoaderIsFreedWhenItsJobIsForgotten() throws ReflectiveOperationException {
        WeakReference<ClassLoader> forgotten = runOnce();
        await().until(() -> {
            System.gc();
            return forgotten.get() == null;
        });
    }

    private static WeakReference<ClassLoader> runOnce() throws ReflectiveOperationException {
        JobLoader loader = new JobLoader();
        Object job = loader.job();
        TypeInformation<?> type =
                (TypeInformation<?>) job.getClass().getMethod("type").invoke(job);
        for (int i = 0; i < 1000; i++) {
            apply(loader, type.createSerializer());
        }
        return new WeakReference<>(loader);
    }
}
