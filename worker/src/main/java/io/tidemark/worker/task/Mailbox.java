package io.tidemark.worker.task;

import java.util.concurrent.ConcurrentLinkedQueue;

/** What others want done on the task's thread, in the order in which they asked. */
final class Mailbox {
    /** A piece of mail. */
    @FunctionalInterface
    interface Mail {
        void run() throws Exception;
    }

    private final ConcurrentLinkedQueue<Mail> mails = new ConcurrentLinkedQueue<>();

    void put(Mail mail) {
        mails.add(mail);
    }

    /** The next piece, or null. */
    Mail poll() {
        return mails.poll();
    }
}
