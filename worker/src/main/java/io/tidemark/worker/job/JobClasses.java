package io.tidemark.worker.job;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The class loader of one attempt of a job. Closed when the attempt is over, so that it can be freed. */
final class JobClasses implements AutoCloseable {
    private final ClassLoader loader;

    /** Null when the loader is the worker's own. */
    private final URLClassLoader owned;

    private JobClasses(ClassLoader loader, URLClassLoader owned) {
        this.loader = loader;
        this.owned = owned;
    }

    /** Classes of a jar; the parent is asked first. */
    static JobClasses ofJar(Path jar, ClassLoader parent) throws IOException {
        URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, parent);
        return new JobClasses(loader, loader);
    }

    /** For a job whose classes are on the worker's class path. */
    static JobClasses ofClassPath(ClassLoader classPath) {
        return new JobClasses(classPath, null);
    }

    ClassLoader loader() {
        return loader;
    }

    @Override
    public void close() throws IOException {
        if (owned != null) {
            owned.close();
        }
    }
}
