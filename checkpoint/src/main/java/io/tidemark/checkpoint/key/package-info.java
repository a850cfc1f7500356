/**
 * Key groups: the units in which the keys of a job are spread over subtasks and moved when that changes.
 *
 * <p>Central type: {@link io.tidemark.checkpoint.key.KeyGroups}. How a hash becomes a group is part of the format of
 * snapshots and never changes.
 *
 * <p>Threading: everything is immutable or static.
 */
package io.tidemark.checkpoint.key;
