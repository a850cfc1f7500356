package io.tidemark.checkpoint.store;

import java.util.List;

/**
 * Some of the elements that the database has of a list.
 *
 * @param numbers of the elements at the same index, rising
 * @param isEnd whether there are none behind these
 */
record StoredElements(List<Object> elements, long[] numbers, boolean isEnd) {}
