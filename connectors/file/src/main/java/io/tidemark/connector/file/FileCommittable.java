package io.tidemark.connector.file;

/**
 * A finished file that waits for its checkpoint to be complete.
 *
 * @param pendingPath where it is, absolute; the name begins with a dot
 * @param finalPath where it belongs, absolute
 */
record FileCommittable(String pendingPath, String finalPath) {}
