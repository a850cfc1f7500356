package io.tidemark.checkpoint.store;

import java.util.List;

/**
 * What the database held of a table when it was dropped is to go. Never changed, and read by any thread.
 *
 * @param table the table, which stays where it is, empty, until the database has forgotten
 * @param stored the entries that the database may hold; null when they are not all known, so that whole ranges have to go
 */
record TableDrop(StateTable table, List<Entry> stored) {}
