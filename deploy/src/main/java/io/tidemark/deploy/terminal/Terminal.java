package io.tidemark.deploy.terminal;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;

/**
 * Where a command speaks: results go to the standard output, progress and errors to the standard error. A line of
 * progress replaces the one before it when a person watches; elsewhere it is not written at all. Thread-safe.
 */
public final class Terminal {
    private static final int COLUMNS = 100;
    private static final String ERASE_LINE = "\r\u001b[K";
    private static final String ERASE_SCREEN = "\u001b[H\u001b[2J";

    private final PrintStream out;
    private final PrintStream err;
    private final boolean outWatched;
    private final boolean errWatched;
    private boolean progressShown;

    /**
     * @param outWatched whether the standard output is a terminal
     * @param errWatched whether the standard error is a terminal
     */
    public Terminal(PrintStream out, PrintStream err, boolean outWatched, boolean errWatched) {
        this.out = out;
        this.err = err;
        this.outWatched = outWatched;
        this.errWatched = errWatched;
    }

    /** Those of this process; {@code bin/tidemark} tells by a system property which of them are terminals. */
    public static Terminal ofProcess() {
        List<String> terminals =
                List.of(System.getProperty("tidemark.terminal", "").split(","));
        return new Terminal(System.out, System.err, terminals.contains("out"), terminals.contains("err"));
    }

    /** Whether somebody sees progress. */
    public boolean isWatched() {
        return errWatched;
    }

    /** A line of result. */
    public synchronized void line(String text) {
        eraseProgress();
        out.println(text);
        out.flush();
    }

    /** Lines of result. */
    public synchronized void lines(List<String> texts) {
        eraseProgress();
        texts.forEach(out::println);
        out.flush();
    }

    /** The lines alone on the screen when a person watches, else after what came before. */
    public synchronized void screen(List<String> texts) {
        if (outWatched) {
            out.print(ERASE_SCREEN);
        }
        lines(texts);
    }

    /** A line beside the result, for people. */
    public synchronized void note(String text) {
        eraseProgress();
        err.println(text);
        err.flush();
    }

    /** What is going on right now; only shown when somebody watches. */
    public synchronized void progress(String text) {
        if (errWatched) {
            err.print(ERASE_LINE + (text.length() > COLUMNS ? text.substring(0, COLUMNS) : text));
            err.flush();
            progressShown = true;
        }
    }

    /** The standard output, for a library that writes results itself. */
    public PrintWriter writer() {
        return new PrintWriter(out, true);
    }

    /** Takes the line of progress away and lets everything out. */
    public synchronized void flush() {
        eraseProgress();
        out.flush();
        err.flush();
    }

    private void eraseProgress() {
        if (progressShown) {
            err.print(ERASE_LINE);
            err.flush();
            progressShown = false;
        }
    }
}
